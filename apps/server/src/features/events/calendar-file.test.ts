import * as contract from '@commons/contract/events/schemas';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { events } from './events.tables.ts';

const community = setUpCommunity();
let manager: Member;
let ana: Member;
beforeAll(async () => {
  manager = await community.current.member({ role: 'manager' });
  ana = await community.current.member();
});

async function createEventWithCalendar(overrides: object) {
  const body = { title: 'A walk', eventDate: '2027-07-15T19:00', ...overrides };
  const { id, eventDate } = (await manager.call(contract.createEvent, { body })).body;
  const response = await ana.send<string>('GET', `/api/events/${id}/calendar.ics`);
  expect(response.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(response.body) as string | unknown[]);
  const events = calendar.getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  return { id, eventDate, text: response.body, headers: response.headers, calendar, event: new ICAL.Event(events[0]) };
}

const sequenceIn = (text: string) => Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]);
const modifiedIn = (text: string) => /^LAST-MODIFIED:(\w+)\r$/m.exec(text)?.[1];
const fileOf = async (id: string) => (await ana.send<string>('GET', `/api/events/${id}/calendar.ics`)).body;

describe('the calendar file', () => {
  test('is valid for a strict parser and downloaded by browsers', async () => {
    const { id, text, headers, calendar, event } = await createEventWithCalendar({
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

  test('escapes texts of members, so that they cannot add lines', async () => {
    const title = 'Tea; cake, \\ and "more": 👩🏽‍👩🏽‍👧🏽‍👦🏽 '.repeat(2).trim().slice(0, 100);
    const description = 'Come,\nDTSTART:19700101T000000Z\r\nEND:VEVENT\n\nBEGIN:VALARM; \\n or not';
    const { event, calendar } = await createEventWithCalendar({ title, description, location: 'A;B,C\\D' });
    expect([event.summary, event.location]).toEqual([title, 'A;B,C\\D']);
    expect(event.description.endsWith(description.replaceAll('\r\n', '\n'))).toBe(true);
    expect(calendar.getAllSubcomponents()).toHaveLength(1);
    expect(event.component.getAllSubcomponents()).toEqual([]);
  });

  test('contains no characters that RFC 5545 forbids', async () => {
    const description = 'One\u0007 \u000Btwo\u001B[31m\tthree\u007F\rfour';
    const { event, text } = await createEventWithCalendar({ description });
    expect(event.description.endsWith('One \ntwo[31m\tthree\nfour')).toBe(true);
    expect(text.match(/\p{Cc}/gu)?.filter((character) => !'\t\r\n'.includes(character))).toEqual([]);
  });

  // Days around clock changes in both hemispheres, and zones without clock changes.
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
    'for %s at %s starts at %s, independent of the calendar’s time zone data',
    async ([timeZone, localTime, utc, localClockTime]) => {
      const { event, eventDate, text } = await createEventWithCalendar({ timeZone, eventDate: localTime });
      expect(text).toContain(`DTSTART:${utc}\r\n`);
      expect(event.startDate.zone.tzid).toBe('UTC');
      expect(event.startDate.toJSDate().toISOString()).toBe(eventDate);
      expect(event.description.replaceAll('\u202f', ' ')).toContain(`${localClockTime}, ${timeZone} time.`);
    },
  );

  test('has the same UID and the new content after a change', async () => {
    const { id, event } = await createEventWithCalendar({ timeZone: 'Europe/Berlin' });
    const body = { title: 'A walk', eventDate: '2027-07-16T19:00' };
    await manager.call(contract.updateEvent, { params: { id }, body });
    const { body: text } = await ana.send<string>('GET', `/api/events/${id}/calendar.ics`);
    const [changedEvent] = new ICAL.Component(ICAL.parse(text) as string | unknown[]).getAllSubcomponents('vevent');
    expect(new ICAL.Event(changedEvent).uid).toBe(event.uid);
    expect(text).toContain('DTSTART:20270716T170000Z');
  });

  test.for([
    { title: 'Short', description: null },
    { title: 'é'.repeat(100), description: '👩🏽‍🌾'.repeat(60), location: '漢字'.repeat(90) },
    { title: 'Tea; cake, \\n', description: 'One\r\ntwo\n\nthree\n\n', location: 'A' },
  ])('ends with CRLF, and has lines of at most 75 bytes between characters: $title', async (overrides) => {
    const { text } = await createEventWithCalendar(overrides);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const lines = text.slice(0, -2).split('\r\n');
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toBe('');
    }
    for (const name of ['DTSTAMP', 'UID', 'SEQUENCE', 'LAST-MODIFIED'])
      expect(lines.filter((line) => line.startsWith(`${name}:`))).toHaveLength(1);
  });

  test('increases SEQUENCE only with changes that the file contains', async () => {
    const first = {
      title: 'A walk',
      description: 'Slow',
      location: 'The gate',
      eventDate: '2027-07-15T19:00',
      timeZone: 'UTC',
    };
    const { id, text } = await createEventWithCalendar(first);
    expect(sequenceIn(text)).toBe(0);
    let overrides: Record<string, unknown> = first;
    let sequence = 0;
    const steps: [object, rises: boolean][] = [
      [{}, false],
      [{ title: 'A longer walk' }, true],
      [{}, false],
      [{ description: 'Very slow' }, true],
      [{ description: null }, true],
      [{ description: '' }, false],
      [{ location: 'The well' }, true],
      [{ eventDate: '2027-07-15T20:00' }, true],
      [{ eventDate: '2027-07-15T22:00', timeZone: 'Europe/Berlin' }, true],
      [{ maxAttendees: 5 }, false],
      [{ location: null }, true],
      [{ title: ' A longer walk ' }, false],
      [{ title: 'A walk' }, true],
    ];
    for (const [change, rises] of steps) {
      overrides = { ...overrides, ...change };
      await manager.call(contract.updateEvent, { params: { id }, body: overrides as never });
      sequence += rises ? 1 : 0;
      expect([change, sequenceIn(await fileOf(id))]).toEqual([change, sequence]);
    }
    // A change of the attendance does not change the event.
    await ana.call(contract.answerEvent, { params: { id }, body: { going: true } });
    expect(sequenceIn(await fileOf(id))).toBe(sequence);
  });

  test('keeps LAST-MODIFIED when the event is saved without changes', async () => {
    const body = { title: 'A walk', eventDate: '2027-07-15T19:00', timeZone: 'UTC' };
    const { id } = await createEventWithCalendar(body);
    await community.current.db
      .update(events)
      .set({ updatedAt: new Date('2026-01-01T00:00:00Z') })
      .where(eq(events.id, id));
    await manager.call(contract.updateEvent, { params: { id }, body });
    expect(modifiedIn(await fileOf(id))).toBe('20260101T000000Z');
    await manager.call(contract.updateEvent, { params: { id }, body: { ...body, title: 'Another walk' } });
    expect(modifiedIn(await fileOf(id))).not.toBe('20260101T000000Z');
  });
});
