import { describe, expect, test } from 'vitest';
import { nextDigest, outsideQuietHours } from './times.ts';

const quietHours = (from: number, until: number, timeZone: string | null = 'UTC') => ({
  quietFrom: from * 60,
  quietUntil: until * 60,
  timeZone,
});
const timeAt = (text: string) => new Date(`${text}:00.000Z`);

describe('quiet hours', () => {
  test.for([
    ['do not delay before they start', '2026-11-23T21:59', '2026-11-23T21:59'],
    ['delay from the minute they start', '2026-11-23T22:00', '2026-11-24T07:00'],
    ['delay after midnight', '2026-11-24T03:30', '2026-11-24T07:00'],
    ['do not delay from the minute they end', '2026-11-24T07:00', '2026-11-24T07:00'],
  ] as const)('%s', ([, time, expected]) => {
    expect(outsideQuietHours(timeAt(time), quietHours(22, 7))).toEqual(timeAt(expected));
  });

  test('use the member’s time zone', () => {
    expect(outsideQuietHours(timeAt('2026-11-23T12:30'), quietHours(22, 7, 'Asia/Tokyo'))).toEqual(
      timeAt('2026-11-23T12:30'),
    );
    expect(outsideQuietHours(timeAt('2026-11-23T13:30'), quietHours(22, 7, 'Asia/Tokyo'))).toEqual(
      timeAt('2026-11-23T22:00'),
    );
  });

  test('end at the local time even when daylight saving time starts or ends', () => {
    const berlin = quietHours(22, 7, 'Europe/Berlin');
    expect(outsideQuietHours(timeAt('2026-03-28T23:00'), berlin)).toEqual(timeAt('2026-03-29T05:00'));
    expect(outsideQuietHours(timeAt('2026-10-24T22:00'), berlin)).toEqual(timeAt('2026-10-25T06:00'));
    // 2:30 a.m. does not exist on the day in spring, and occurs twice in autumn.
    const halfPastTwo = { ...berlin, quietUntil: 150 };
    expect(outsideQuietHours(timeAt('2026-03-29T00:00'), halfPastTwo)).toEqual(timeAt('2026-03-29T01:30'));
    expect(outsideQuietHours(timeAt('2026-10-25T01:10'), halfPastTwo)).toEqual(timeAt('2026-10-25T01:30'));
  });

  test('can lie within one day or be absent', () => {
    expect(outsideQuietHours(timeAt('2026-11-23T13:30'), quietHours(13, 14))).toEqual(timeAt('2026-11-23T14:00'));
    expect(outsideQuietHours(timeAt('2026-11-23T14:30'), quietHours(13, 14))).toEqual(timeAt('2026-11-23T14:30'));
    const none = { quietFrom: null, quietUntil: null, timeZone: null };
    expect(outsideQuietHours(timeAt('2026-11-23T03:30'), none)).toEqual(timeAt('2026-11-23T03:30'));
  });
});

// November 23, 2026 is a Monday.
test.for([
  ['daily', '2026-11-23T07:59', 'UTC', '2026-11-23T08:00'],
  ['daily', '2026-11-23T08:00', 'UTC', '2026-11-24T08:00'],
  ['daily', '2026-11-23T21:00', null, '2026-11-24T08:00'],
  ['daily', '2026-11-23T21:00', 'America/New_York', '2026-11-24T13:00'],
  ['weekly', '2026-11-23T07:59', 'UTC', '2026-11-23T08:00'],
  ['weekly', '2026-11-23T08:01', 'UTC', '2026-11-30T08:00'],
  ['weekly', '2026-11-25T12:00', 'UTC', '2026-11-30T08:00'],
  ['weekly', '2026-11-29T23:00', 'UTC', '2026-11-30T08:00'],
  ['daily', '2026-03-28T12:00', 'Europe/Berlin', '2026-03-29T06:00'],
  ['weekly', '2026-10-23T12:00', 'Europe/Berlin', '2026-10-26T07:00'],
] as const)('a %s mail after %s in %s is due at %s', ([frequency, time, timeZone, expected]) => {
  expect(nextDigest(timeAt(time), frequency, { timeZone })).toEqual(timeAt(expected));
});
