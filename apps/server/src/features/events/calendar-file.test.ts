import * as contract from '@commons/contract/events/schemas';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();
let manager: Member;
let ana: Member;
beforeAll(async () => {
  manager = await community.current.member({ role: 'manager' });
  ana = await community.current.member();
});

async function calendarOf(given: object) {
  const body = { title: 'A walk', eventDate: '2027-07-15T19:00', ...given };
  const { id, eventDate } = (await manager.call(contract.createEvent, { body })).body;
  const answer = await ana.send<string>('GET', `/api/events/${id}/calendar.ics`);
  expect(answer.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(answer.body) as string | unknown[]);
  const events = calendar.getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  return { id, eventDate, text: answer.body, headers: answer.headers, calendar, event: new ICAL.Event(events[0]) };
}

describe('the calendar file', () => {
  test('is what a strict parser reads, and a browser stores', async () => {
    const { id, text, headers, calendar, event } = await calendarOf({
      location: 'The old gate',
      timeZone: 'Europe/Berlin',
    });
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="event.ics"',
    });
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toContain('Mindful Commons');
    expect(event).toMatchObject({ uid: `${id}@commons.test`, summary: 'A walk', location: 'The old gate' });
    for (const name of ['dtstamp', 'dtstart']) expect(event.component.getAllProperties(name)).toHaveLength(1);
    // RFC 5545, 3.1: lines end with CRLF and have at most 75 bytes.
    const lines = text.split('\r\n');
    expect(lines.every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).toBe(true);
  });

  test('says hostile words as they are: no word of a member is a line of its own', async () => {
    const title = 'Tea; cake, \\ and "more": 👩🏽‍👩🏽‍👧🏽‍👦🏽 '.repeat(2).trim().slice(0, 100);
    const description = 'Come,\nDTSTART:19700101T000000Z\r\nEND:VEVENT\n\nBEGIN:VALARM; \\n or not';
    const { event, calendar } = await calendarOf({ title, description, location: 'A;B,C\\D' });
    expect([event.summary, event.location]).toEqual([title, 'A;B,C\\D']);
    expect(event.description.endsWith(description.replaceAll('\r\n', '\n'))).toBe(true);
    expect(calendar.getAllSubcomponents()).toHaveLength(1);
    expect(event.component.getAllSubcomponents()).toEqual([]);
  });

  test('has no signs that RFC 5545 forbids, whatever was pasted into the description', async () => {
    const description = 'One\u0007 \u000Btwo\u001B[31m\tthree\u007F\rfour';
    const { event, text } = await calendarOf({ description });
    expect(event.description.endsWith('One two[31m\tthree\nfour')).toBe(true);
    expect(text.match(/\p{Cc}/gu)?.filter((sign) => !'\t\r\n'.includes(sign))).toEqual([]);
  });

  // The day before, on and after the clocks change, on both halves of the earth, and where they never do.
  test.for([
    ['Europe/Berlin', '2027-03-27T19:00', '20270327T180000Z', '7:00 PM'],
    ['Europe/Berlin', '2027-03-28T19:00', '20270328T170000Z', '7:00 PM'],
    ['Europe/Berlin', '2027-10-31T01:30', '20271030T233000Z', '1:30 AM'],
    ['Europe/Berlin', '2027-10-31T03:30', '20271031T023000Z', '3:30 AM'],
    ['America/New_York', '2027-11-06T19:00', '20271106T230000Z', '7:00 PM'],
    ['America/New_York', '2027-11-07T19:00', '20271108T000000Z', '7:00 PM'],
    ['Australia/Lord_Howe', '2027-04-04T12:00', '20270404T013000Z', '12:00 PM'],
    ['Asia/Kolkata', '2027-03-28T19:00', '20270328T133000Z', '7:00 PM'],
    ['Asia/Kathmandu', '2027-10-31T19:00', '20271031T131500Z', '7:00 PM'],
    ['UTC', '2027-10-31T01:30', '20271031T013000Z', '1:30 AM'],
  ] as const)(
    'in %s at %s begins at %s, whatever the calendar knows of zones',
    async ([timeZone, at, utc, onClock]) => {
      const { event, eventDate, text } = await calendarOf({ timeZone, eventDate: at });
      expect(text).toContain(`DTSTART:${utc}\r\n`);
      expect(event.startDate.zone.tzid).toBe('UTC');
      expect(event.startDate.toJSDate().toISOString()).toBe(eventDate);
      expect(event.description.replaceAll('\u202f', ' ')).toContain(`${onClock}, ${timeZone} time.`);
    },
  );

  test('says after a change what holds now, under the same name', async () => {
    const { id, event } = await calendarOf({ timeZone: 'Europe/Berlin' });
    const body = { title: 'A walk', eventDate: '2027-07-16T19:00' };
    await manager.call(contract.updateEvent, { params: { id }, body });
    const { body: text } = await ana.send<string>('GET', `/api/events/${id}/calendar.ics`);
    const [changed] = new ICAL.Component(ICAL.parse(text) as string | unknown[]).getAllSubcomponents('vevent');
    expect(new ICAL.Event(changed).uid).toBe(event.uid);
    expect(text).toContain('DTSTART:20270716T170000Z');
  });
});
