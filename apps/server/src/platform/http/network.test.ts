import { expect, test } from 'vitest';
import { networkOf, normalizeForwardedFor, readHop } from './network.ts';

test.for<[hop: string, address: string | undefined]>([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50001', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  [' \t203.0.113.7:50001 ', '203.0.113.7'],
  ['"203.0.113.7:50001"', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:0DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['::1', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:50001', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['', undefined],
  ['unknown', undefined],
  ['unknown:443', undefined],
  ['_hidden', undefined],
  ['_hidden:443', undefined],
  ['proxy.internal', undefined],
  ['203.0.113', undefined],
  ['203.0.113.300', undefined],
  ['0x7f000001', undefined],
  ['127.1', undefined],
  ['2130706433', undefined],
  ['203.0.113.7:http', undefined],
  ['203.0.113.7:1:2', undefined],
  ['[2001:db8::1', undefined],
  ['2001:db8::1]:443', undefined],
  ['[203.0.113.7]', '203.0.113.7'],
  ['[]', undefined],
  ['[2001:db8::1]x', undefined],
  ["203.0.113.7'; --", undefined],
])('reads the hop %j as %j', ([hop, address]) => {
  expect(readHop(hop)).toBe(address);
});

test.for<[header: string, hops: string]>([
  ['203.0.113.7:50001', '203.0.113.7'],
  ['203.0.113.7:50001,10.0.0.2:80', '203.0.113.7, 10.0.0.2'],
  ['192.0.2.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['192.0.2.1, , 10.0.0.2', '10.0.0.2'],
  ['192.0.2.1, _hidden', ''],
  ['', ''],
  [',', ''],
])('normalizes %j to the addresses %j', ([header, hops]) => {
  expect(normalizeForwardedFor(header)).toBe(hops);
});

const countNetworks = (addresses: string[]) => new Set(addresses.map(networkOf)).size;

test('a network has the same name in every notation', () => {
  expect(countNetworks(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107'])).toBe(1);
  expect(countNetworks(['2001:db8:5:6::1', '2001:0DB8:5:6:ffff::', '2001:db8:5:6::1%eth0'])).toBe(1);
  expect(countNetworks(['2001:db8:5:6::1', '2001:db8:5:7::1', '203.0.113.7', '203.0.113.8'])).toBe(4);
});
