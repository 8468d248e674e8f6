import { describe, expect, test } from 'vitest';
import { zoneNameAt, supportedZone, formatEventTime, toFieldValue, zoneOptions } from './event-times.ts';

describe('event times', () => {
  test.for([
    ['2027-07-15T17:00:00.000Z', 'Europe/Berlin', 'Thursday, July 15, 2027 at 7:00 PM', 'GMT+2'],
    ['2027-01-15T18:00:00.000Z', 'Europe/Berlin', 'Friday, January 15, 2027 at 7:00 PM', 'GMT+1'],
    ['2027-01-15T18:00:00.000Z', 'Asia/Kolkata', 'Friday, January 15, 2027 at 11:30 PM', 'GMT+5:30'],
    ['2027-01-15T18:00:00.000Z', 'Pacific/Auckland', 'Saturday, January 16, 2027 at 7:00 AM', 'GMT+13'],
    ['2027-01-15T18:00:00.000Z', 'UTC', 'Friday, January 15, 2027 at 6:00 PM', 'UTC'],
  ] as const)('formats %s in %s as "%s", %s', ([at, zone, text, name]) => {
    expect([formatEventTime(at, zone).replaceAll('\u202f', ' '), zoneNameAt(at, zone)]).toEqual([text, name]);
  });

  test.for([
    // A clock in Berlin shows 2:30 twice on this day. Midnight must not be formatted as 24:00.
    ['2027-10-31T00:30:00.000Z', 'Europe/Berlin', '2027-10-31T02:30'],
    ['2027-10-31T01:30:00.000Z', 'Europe/Berlin', '2027-10-31T02:30'],
    ['2027-05-01T22:00:00.000Z', 'Europe/Berlin', '2027-05-02T00:00'],
    ['2027-05-01T22:00:00.000Z', 'America/St_Johns', '2027-05-01T19:30'],
  ] as const)('formats %s for a date field in %s as %s', ([at, zone, text]) => {
    expect(toFieldValue(new Date(at), zone)).toBe(text);
  });

  test('event times use the reader’s time zone if the browser does not know the zone', () => {
    const at = '2027-01-15T18:00:00.000Z';
    const unknownZone = 'America/Founded_Tomorrow';
    expect(formatEventTime(at, unknownZone)).toBe(formatEventTime(at));
    expect(zoneNameAt(at, unknownZone)).toBe(zoneNameAt(at));
    expect(toFieldValue(new Date(at), unknownZone)).toBe(toFieldValue(new Date(at), supportedZone(unknownZone)));
    expect(['Asia/Calcutta', 'UTC'].map(supportedZone)).toEqual(['Asia/Calcutta', 'UTC']);
  });

  test('offers the event’s time zone even if the browser lists it under another name', () => {
    const values = zoneOptions('Asia/Calcutta', 'Europe/Berlin').map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['UTC', 'Asia/Calcutta', 'America/New_York']));
    expect(values.filter((value) => value === 'Europe/Berlin')).toHaveLength(1);
  });
});
