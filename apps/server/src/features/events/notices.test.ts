import * as contract from '@commons/contract/events/schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { whileLocked } from '../../../test/waiting.ts';
import { eventNotices, events } from './events.tables.ts';

const community = setUpCommunity();
let admin: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
});

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const walk = { title: 'A walk', eventDate: '2199-05-01T10:00:00.000Z', location: 'The old gate' };
const createEvent = async (overrides: object = {}) =>
  (await admin.call(contract.createEvent, { body: { ...walk, ...overrides } })).body.id;
const updateEvent = (id: string, overrides: object = {}) =>
  admin.call(contract.updateEvent, { params: { id }, body: { ...walk, ...overrides } });
const setAttendance = (member: Member, id: string, going = true) =>
  member.call(contract.answerEvent, { params: { id }, body: { going } });
const listNotices = async (member: Member) => (await member.call(contract.listEventNotices, {})).body;
const listKinds = async (member: Member) => (await listNotices(member)).map(({ kind }) => kind);
const markSeen = (member: Member, ids: string[]) => member.call(contract.seeEventNotices, { body: { ids } });
const runJob = (name: string) => community.current.jobs.find((job) => job.name === name)!.run();
const createTwoMembers = () => Promise.all([community.current.member(), community.current.member()]);

describe('a notice', () => {
  test('about a place is listed until the member who moved up has seen it', async () => {
    const [ana, ben] = await createTwoMembers();
    const id = await createEvent({ maxAttendees: 1 });
    await setAttendance(ana, id);
    await setAttendance(ben, id);
    expect(await listNotices(ben)).toEqual([]);
    await setAttendance(ana, id, false);
    const [notice, ...others] = await listNotices(ben);
    expect(notice).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      kind: 'place',
      eventId: id,
      title: 'A walk',
      eventDate: walk.eventDate,
    });
    expect([others, await listNotices(ana)]).toEqual([[], []]);
    // Another member cannot mark it as seen.
    expect((await markSeen(ana, [notice!.id])).status).toBe(204);
    expect(await listKinds(ben)).toEqual(['place']);
    expect((await markSeen(ben, [notice!.id])).status).toBe(204);
    expect(await listKinds(ben)).toEqual([]);
  });

  test('is deleted when the member cancels', async () => {
    const [ana, ben] = await createTwoMembers();
    const id = await createEvent({ maxAttendees: 1 });
    await setAttendance(ana, id);
    await setAttendance(ben, id);
    await setAttendance(ana, id, false);
    await setAttendance(ben, id, false);
    expect(await listNotices(ben)).toEqual([]);
  });

  test('about the latest change of time or place goes to all attendees and waiting members', async () => {
    const [ana, ben] = await createTwoMembers();
    const id = await createEvent({ maxAttendees: 1 });
    await setAttendance(ana, id);
    await setAttendance(ben, id);
    await setAttendance(admin, id);
    await updateEvent(id, { maxAttendees: 1, title: 'Another title' });
    expect(await listNotices(ana)).toEqual([]);
    const liveClient = await community.current.connect(ben);
    const eventDate = '2199-05-02T10:00:00.000Z';
    await updateEvent(id, { maxAttendees: 1, location: 'The new gate' });
    await updateEvent(id, { maxAttendees: 1, location: 'The new gate', eventDate });
    expect(await liveClient.next('event.notice')).toEqual({ type: 'event.notice', eventId: id });
    for (const member of [ana, ben]) expect(await listNotices(member)).toMatchObject([{ kind: 'changed', eventDate }]);
    // The member who changed the event gets no notice.
    expect(await listKinds(admin)).not.toContain('changed');
    liveClient.close();
  });

  test('about a cancellation replaces earlier notices of all attendees and waiting members', async () => {
    const [ana, ben] = await createTwoMembers();
    const id = await createEvent({ maxAttendees: 1 });
    await setAttendance(ana, id);
    await setAttendance(ben, id);
    await updateEvent(id, { maxAttendees: 1, location: 'The new gate' });
    await admin.call(contract.deleteEvent, { params: { id } });
    for (const member of [ana, ben])
      expect(await listNotices(member)).toMatchObject([{ kind: 'cancelled', eventId: id, title: 'A walk' }]);
  });

  test('is not created for a past event', async () => {
    const [ana] = await createTwoMembers();
    const id = await createEvent();
    await setAttendance(ana, id);
    const eventDate = '2020-05-01T10:00:00.000Z';
    await updateEvent(id, { eventDate });
    await admin.call(contract.deleteEvent, { params: { id } });
    expect(await listNotices(ana)).toEqual([]);
  });

  test('that stays unseen is deleted a week after its event', async () => {
    const [ana] = await createTwoMembers();
    const [early, late] = [await createEvent(), await createEvent()];
    for (const id of [early, late]) {
      await setAttendance(ana, id);
      await updateEvent(id, { location: 'The new gate' });
    }
    for (const [id, days] of [
      [early, 7.1],
      [late, 6.9],
    ] as const)
      await community.current.db
        .update(eventNotices)
        .set({ eventDate: new Date(Date.now() - days * 86_400_000) })
        .where(eq(eventNotices.eventId, id));
    await runJob('event-notices');
    expect((await listNotices(ana)).map(({ eventId }) => eventId)).toEqual([late]);
  });
});

describe('the reminder', () => {
  test('is sent once to attendees a day before the event, and again after a change of time', async () => {
    const [ana, ben] = await createTwoMembers();
    const soonEvent = await createEvent({ maxAttendees: 1, eventDate: hoursFromNow(23) });
    const laterEvent = await createEvent({ eventDate: hoursFromNow(25) });
    const startedEvent = await createEvent({ eventDate: hoursFromNow(-1) });
    for (const id of [soonEvent, laterEvent, startedEvent]) await setAttendance(ana, id);
    await setAttendance(ben, soonEvent);
    const liveClient = await community.current.connect(ana);
    await runJob('event-reminders');
    expect(await liveClient.next('event.notice')).toEqual({ type: 'event.notice', eventId: soonEvent });
    expect(await listNotices(ana)).toMatchObject([{ kind: 'reminder', eventId: soonEvent }]);
    expect(await listNotices(ben)).toEqual([]);
    await markSeen(
      ana,
      (await listNotices(ana)).map(({ id }) => id),
    );
    await runJob('event-reminders');
    expect(await listNotices(ana)).toEqual([]);

    await updateEvent(soonEvent, { maxAttendees: 1, eventDate: hoursFromNow(20) });
    await runJob('event-reminders');
    expect((await listKinds(ana)).toSorted()).toEqual(['changed', 'reminder']);
    liveClient.close();
  });

  test('is not sent to a member who cancels concurrently', async () => {
    const [ana] = await createTwoMembers();
    const id = await createEvent({ eventDate: hoursFromNow(23) });
    await setAttendance(ana, id);
    await whileLocked(
      community.current,
      sql`SELECT FROM events WHERE id = ${id} FOR UPDATE`,
      () => runJob('event-reminders'),
      sql`DELETE FROM event_attendances WHERE event_id = ${id}`,
    );
    expect(await listNotices(ana)).toEqual([]);
  });

  test('of an event without attendees is sent to nobody, and another process does not repeat it', async () => {
    const id = await createEvent({ eventDate: hoursFromNow(3) });
    await Promise.all([runJob('event-reminders'), runJob('event-reminders')]);
    const [event] = await community.current.db.select().from(events).where(eq(events.id, id));
    expect(event?.remindedAt).not.toBeNull();
  });
});
