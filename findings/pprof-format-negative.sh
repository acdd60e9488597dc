#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The npm package pprof-format writes negative values right and reads them back as huge ones.
#
# A difference of two profiles (pprof -diff_base, or any tool that subtracts) has negative values.
# In the file each is a varint of ten bytes, the two's complement in 64 bits.  pprof-format 2.3.2
# writes these bytes for -1, but its reader takes all varints as unsigned: -1 becomes 2^64 - 1.  A
# viewer built on it shows the functions that became faster as those that take all the time.
#
# Expected: pprof's profile.proto: "repeated int64 value"; the protocol buffers' guide, "Encoding":
# int64 uses two's complement, so a negative number has all ten bytes.  What a library has encoded,
# it decodes to the same.
# Seen: [-1n] comes back as [18446744073709551615n], and small positive values as they were.

set -u
work=$(mktemp -d) && cd "$work" || exit 77
trap 'cd / && rm -rf "$work"' EXIT
command -v npm >/dev/null || { echo "not to be had: npm"; exit 77; }
npm install --cache "$work/cache" --no-audit --no-fund pprof-format@2.3.2 >log 2>&1 ||
	{ echo "not to be had: pprof-format 2.3.2"; exit 77; }

cat >p.js <<'JS'
const { Profile, Sample, StringTable, ValueType } = require('pprof-format');

function through(value) {
	const stringTable = new StringTable();
	const sampleType = [new ValueType({
		type: stringTable.dedup('samples'), unit: stringTable.dedup('count') })];
	const sample = [new Sample({ locationId: [], value: [value] })];
	const bytes = new Profile({ sampleType, sample, stringTable }).encode();
	const back = Profile.decode(bytes).sample[0].value[0];
	const hex = Buffer.from(bytes).toString('hex').match(/(f+01|07)32/);
	console.log(`${value}: encoded ${hex && hex[1]}, decoded ${back}`);
	return BigInt(back);
}

const seven = through(7n), negative = through(-1n);
process.exit(seven === 7n && negative === 2n ** 64n - 1n ? 0 : 1);
JS
node p.js
