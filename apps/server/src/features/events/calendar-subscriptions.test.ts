import * as contract from '@commons/contract/events/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member, sessionSecret, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import { calendarCancellations } from './events.tables.ts';

const community = setUpCommunity();
let manager: Member;
beforeAll(async () => {
  manager = await community.current.member({ role: 'manager' });
});

async function subscribe(member: Member): Promise<string> {
  const { body } = await member.call(contract.renewCalendarSubscription, {});
  expect(body.url).toMatch(/^http:\/\/commons\.test\/calendar\/[\w-]{22}\.[\w-]{43}\.ics$/);
  return new URL(body.url).pathname;
}

const read = (path: string, headers: Record<string, string> = {}) =>
  community.current.visitor.send<string>('GET', path, { headers });

async function eventsIn(path: string) {
  const response = await read(path);
  expect([response.status, response.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const calendar = new ICAL.Component(ICAL.parse(response.body) as string | unknown[]);
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    title: event.getFirstPropertyValue('summary'),
    status: event.getFirstPropertyValue('status'),
    sequence: event.getFirstPropertyValue('sequence'),
  }));
}

const addEvent = async (host: Member, title: string, maxAttendees: number | null = null) =>
  (await host.call(contract.createEvent, { body: { title, eventDate: '2199-05-01T10:00', maxAttendees } })).body;

const attend = (member: Member, { id }: { id: string }) =>
  member.call(contract.answerEvent, { params: { id }, body: { going: true } });

const change = (values: Partial<typeof users.$inferInsert>) => (member: Member) =>
  community.current.db.update(users).set(values).where(eq(users.id, member.id));

describe('the calendar address', () => {
  test('contains the events that the member attends, waits for and hosts', async () => {
    const ana = await community.current.member({ role: 'manager' });
    const path = await subscribe(ana);
    await addEvent(manager, 'Somebody else’s');
    await attend(ana, await addEvent(manager, 'Going'));
    const full = await addEvent(manager, 'Full', 1);
    await attend(manager, full);
    await attend(ana, full);
    await addEvent(ana, 'Hosted');
    expect(await eventsIn(path)).toEqual([
      { title: 'Going', status: 'CONFIRMED', sequence: 0 },
      { title: 'Full', status: 'TENTATIVE', sequence: 0 },
      { title: 'Hosted', status: 'CONFIRMED', sequence: 0 },
    ]);
    expect((await read(path)).body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
  });

  test('is answered with 304 until something changes', async () => {
    const ana = await community.current.member();
    const path = await subscribe(ana);
    const etag = String((await read(path)).headers['etag']);
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304);
    await attend(ana, await addEvent(manager, 'New'));
    expect((await read(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('marks a cancelled event, until the address is turned off', async () => {
    const ana = await community.current.member();
    const path = await subscribe(ana);
    const event = await addEvent(manager, 'Called off');
    await attend(ana, event);
    const admin = await community.current.member({ role: 'admin' });
    await admin.call(contract.deleteEvent, { params: event });
    expect(await eventsIn(path)).toEqual([{ title: 'Called off', status: 'CANCELLED', sequence: 1 }]);
    await ana.call(contract.endCalendarSubscription, {});
    const isAnas = eq(calendarCancellations.memberId, ana.id);
    expect(await community.current.db.$count(calendarCancellations, isAnas)).toBe(0);
  });

  test('hides the events of a blocked host', async () => {
    const [ana, host] = [await community.current.member(), await community.current.member({ role: 'manager' })];
    const path = await subscribe(ana);
    await attend(ana, await addEvent(host, 'With the host'));
    await ana.call(block, { params: { userId: host.id } });
    expect(await eventsIn(path)).toEqual([]);
  });

  test.for<[string, (member: Member) => Promise<unknown>]>([
    ['was renewed', (member) => member.call(contract.renewCalendarSubscription, {})],
    ['was turned off', (member) => member.call(contract.endCalendarSubscription, {})],
    ['belongs to a suspended member', change({ suspendedUntil: new Date(Date.now() + 60_000) })],
    ['belongs to a former member', change({ leftAt: new Date() })],
  ])('that %s answers 404', async ([, end]) => {
    const ana = await community.current.member();
    const path = await subscribe(ana);
    await end(ana);
    expect((await read(path)).status).toBe(404);
  });

  test.for([
    [
      'another signature',
      (path: string) => path.replace(/.\.ics$/, (end) => (end.startsWith('A') ? 'B.ics' : 'A.ics')),
    ],
    ['another random value', (path: string) => path.replace(/\/calendar\/./, (start) => `${start.slice(0, -1)}_`)],
    ['no ending', (path: string) => path.replace('.ics', '')],
    ['only an ending', () => '/calendar/.ics'],
    ['a NUL', () => '/calendar/%00.ics'],
  ] as const)('with %s answers 404', async ([, forge]) => {
    const path = await subscribe(await community.current.member());
    const forged = forge(path);
    expect([forged === path, (await read(forged)).status]).toEqual([false, 404]);
  });

  test('still works after the session secret was rotated, and is shown again to its member only', async () => {
    const ana = await community.current.member();
    const path = await subscribe(ana);
    const shown = (await ana.call(contract.getCalendarSubscription, {})).body;
    expect(new URL(shown.url).pathname).toBe(path);
    expect((await manager.call(contract.getCalendarSubscription, {})).body).toBe(null);
    const sessionSecrets = ['a new secret, also long enough to sign with', sessionSecret] as const;
    const next = await Community.open({ sharesDatabaseWith: community.current, sessionSecrets });
    expect((await next.visitor.send('GET', path)).status).toBe(200);
    await next.close();
  });
});

describe('with rate limits', () => {
  const limited = setUpCommunity({ RATE_LIMITS: 'on' });

  test('an address is read at most 60 times per hour, from any network', async () => {
    const { body } = await (await limited.current.member()).call(contract.renewCalendarSubscription, {});
    const path = new URL(body.url).pathname;
    const statuses: number[] = [];
    for (let call = 0; call <= 60; call += 1)
      statuses.push((await limited.current.visitorFrom(`203.0.113.${call}`).send('GET', path)).status);
    expect([new Set(statuses.slice(0, 60)), statuses.at(-1)]).toEqual([new Set([200]), 429]);
  });
});
