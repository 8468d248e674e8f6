import * as contract from '@commons/contract/events/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity, setUpSecondServer } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { eventAttendances, events } from './events.tables.ts';

const community = setUpCommunity();
const secondServer = setUpSecondServer(community);
let admin: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
});

const walk = { title: 'A walk', eventDate: '2199-05-01T10:00:00.000Z', location: 'The old gate' };
const createEvent = async (overrides: object = {}) =>
  (await admin.call(contract.createEvent, { body: { ...walk, ...overrides } })).body.id;
const updateEvent = (id: string, overrides: object = {}) =>
  admin.call(contract.updateEvent, { params: { id }, body: { ...walk, ...overrides } });
const setAttendance = (member: Member, id: string, going = true) =>
  member.call(contract.answerEvent, { params: { id }, body: { going } });
const attendance = async (member: Member, id: string) =>
  (await member.call(contract.getEvent, { params: { id } })).body.attendance;
const createMembers = (count: number, server = community.current) =>
  Promise.all(Array.from({ length: count }, () => server.member()));
const rowsOf = (id: string) =>
  community.current.db
    .select()
    .from(eventAttendances)
    .where(eq(eventAttendances.eventId, id))
    .orderBy(eventAttendances.position);

describe('a place', () => {
  test('can be taken and given back, and repeated calls change nothing', async () => {
    const [ana] = await createMembers(1);
    const id = await createEvent({ maxAttendees: 10 });
    const { body } = await setAttendance(ana!, id);
    expect(body).toMatchObject({ id, attendance: { going: 1, waiting: 0, mine: 'going' }, attendanceRevision: 1 });
    expect(body.attendees.map((member) => member.id)).toEqual([ana!.id]);
    expect((await setAttendance(ana!, id)).body).toEqual(body);
    expect((await setAttendance(ana!, id, false)).body).toMatchObject({
      attendance: { going: 0, waiting: 0, mine: null },
      attendanceRevision: 2,
      attendees: [],
    });
    expect((await setAttendance(ana!, id, false)).body.attendanceRevision).toBe(2);
    expect((await ana!.send('PUT', `/api/events/${id}/attendance`, { body: { going: 'yes' } })).status).toBe(400);
  });

  test('is unlimited without a maximum', async () => {
    const id = await createEvent();
    const members = await createMembers(12);
    const responses = await Promise.all(members.map((member) => setAttendance(member, id)));
    expect(responses.map(({ body }) => body.attendance.mine)).toEqual(members.map(() => 'going'));
    expect(await attendance(admin, id)).toEqual({ going: 12, waiting: 0, mine: null });
  });

  test('fifty concurrent calls on two servers fill ten places, and forty members wait in order', async () => {
    const id = await createEvent({ maxAttendees: 10 });
    const members = [...(await createMembers(25)), ...(await createMembers(25, secondServer.current))];
    const responses = await Promise.all(members.map((member) => setAttendance(member, id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
    const going = responses.filter(({ body }) => body.attendance.mine === 'going');
    expect(going).toHaveLength(10);
    expect(responses.every(({ body }) => body.attendance.going <= 10)).toBe(true);
    expect(await attendance(admin, id)).toEqual({ going: 10, waiting: 40, mine: null });
    const rows = await rowsOf(id);
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(rows.map(({ isGoing }) => isGoing)).toEqual(rows.map((_, index) => index < 10));
  });

  test('after forty concurrent calls of ten members the counts equal the rows', async () => {
    const id = await createEvent({ maxAttendees: 4 });
    const members = await createMembers(10);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        setAttendance(members[index % 10]!, id, Math.trunc(index / 10) % 2 === 0),
      ),
    );
    const rows = await rowsOf(id);
    const [going, waiting] = [
      rows.filter(({ isGoing }) => isGoing).length,
      rows.filter(({ isGoing }) => !isGoing).length,
    ];
    expect(await attendance(admin, id)).toMatchObject({ going, waiting });
    expect(going === 4 || waiting === 0).toBe(true);
  });

  test('at a past event can neither be taken nor given back', async () => {
    const [ana, ben] = await createMembers(2);
    const id = await createEvent();
    await setAttendance(ana!, id);
    await community.current.db
      .update(events)
      .set({ eventDate: new Date(0) })
      .where(eq(events.id, id));
    expectProblem(await setAttendance(ben!, id), 409, 'events.over');
    expectProblem(await setAttendance(ana!, id, false), 409, 'events.over');
    expect((await setAttendance(ana!, id)).body.attendance).toEqual({ going: 1, waiting: 0, mine: 'going' });
  });
});

/** Creates an event with a number of places, and members who attend it or wait, in order. */
const createFullEvent = async (places: number, count: number) => {
  const id = await createEvent({ maxAttendees: places });
  const members = await createMembers(count);
  for (const member of members) await setAttendance(member, id);
  const listStates = () => Promise.all(members.map(async (member) => (await attendance(member, id)).mine));
  return { id, members, listStates };
};

describe('a waiting member', () => {
  test('moves up in order when an attendee cancels, and is notified', async () => {
    const { id, members, listStates } = await createFullEvent(2, 5);
    expect(await listStates()).toEqual(['going', 'going', 'waiting', 'waiting', 'waiting']);
    const liveClient = await community.current.connect(members[2]!);
    await setAttendance(members[0]!, id, false);
    expect(await liveClient.next('event.answered')).toEqual({ type: 'event.answered', eventId: id });
    expect(await liveClient.next('event.notice')).toEqual({ type: 'event.notice', eventId: id });
    expect(await listStates()).toEqual([null, 'going', 'going', 'waiting', 'waiting']);
    // A member who returns is at the end of the waiting list.
    await setAttendance(members[0]!, id);
    await setAttendance(members[3]!, id, false);
    expect(await listStates()).toEqual(['waiting', 'going', 'going', null, 'waiting']);
    await setAttendance(members[1]!, id, false);
    expect(await listStates()).toEqual(['waiting', null, 'going', null, 'going']);
    liveClient.close();
  });

  test('moves up when the maximum grows, and all move up when it is removed', async () => {
    const { id, listStates } = await createFullEvent(1, 5);
    await updateEvent(id, { maxAttendees: 3 });
    expect(await listStates()).toEqual(['going', 'going', 'going', 'waiting', 'waiting']);
    const { body } = await updateEvent(id);
    expect(body.attendance).toEqual({ going: 5, waiting: 0, mine: null });
    expect(await listStates()).toEqual(Array.from({ length: 5 }, () => 'going'));
  });

  test('does not move up after the event, until the event is moved to the future', async () => {
    const { id, members, listStates } = await createFullEvent(1, 2);
    await updateEvent(id, { maxAttendees: 1, eventDate: '2020-05-01T10:00:00.000Z' });
    await updateEvent(id, { maxAttendees: 5, eventDate: '2020-05-01T10:00:00.000Z' });
    expect(await listStates()).toEqual(['going', 'waiting']);
    expect((await members[1]!.call(contract.listEventNotices, {})).body).toEqual([]);
    await updateEvent(id, { maxAttendees: 5 });
    expect(await listStates()).toEqual(['going', 'going']);
  });

  test('keeps their position when the maximum shrinks, but not below the number of attendees', async () => {
    const { id, members, listStates } = await createFullEvent(3, 4);
    const rejection = await updateEvent(id, { maxAttendees: 2, title: 'Smaller' });
    expectProblem(rejection, 400, 'events.more_are_going');
    expect(rejection.body).toMatchObject({ errors: [{ path: 'maxAttendees' }] });
    expect((await admin.call(contract.getEvent, { params: { id } })).body).toMatchObject({
      title: 'A walk',
      maxAttendees: 3,
    });
    await setAttendance(members[3]!, id, false);
    await setAttendance(members[2]!, id, false);
    expect((await updateEvent(id, { maxAttendees: 2 })).body).toMatchObject({
      maxAttendees: 2,
      attendance: { going: 2 },
    });
    await setAttendance(members[3]!, id);
    expect(await listStates()).toEqual(['going', 'going', null, 'waiting']);
  });

  test('moves up once when many cancel while the maximum grows, on two servers', async () => {
    const { id, members } = await createFullEvent(5, 30);
    const waitingMembers = members.slice(5);
    await Promise.all([
      ...members.slice(0, 5).map((member) => setAttendance(member, id, false)),
      secondServer.current.server.inject({
        method: 'PUT',
        url: `/api/events/${id}`,
        headers: { cookie: admin.cookie },
        payload: { ...walk, maxAttendees: 12 },
      }),
    ]);
    const rows = await rowsOf(id);
    expect(rows.map(({ memberId }) => memberId)).toEqual(waitingMembers.map((member) => member.id));
    expect(rows.map(({ isGoing }) => isGoing)).toEqual(rows.map((_, index) => index < 12));
    expect(await attendance(admin, id)).toMatchObject({ going: 12, waiting: 13 });
  });
});

test('an event shows its first five attendees in order, without blocked members', async () => {
  const id = await createEvent();
  const members = await createMembers(8);
  for (const member of members) await setAttendance(member, id);
  const reader = members[7]!;
  const attendeesShownTo = async (member: Member) =>
    (await member.call(contract.getEvent, { params: { id } })).body.attendees.map((attendee) => attendee.id);
  expect(await attendeesShownTo(reader)).toEqual(members.slice(0, 5).map((member) => member.id));
  await reader.call(block, { params: { userId: members[1]!.id } });
  await members[3]!.call(block, { params: { userId: reader.id } });
  expect(await attendeesShownTo(reader)).toEqual([0, 2, 4, 5, 6].map((index) => members[index]!.id));
  expect((await attendance(reader, id)).going).toBe(8);
});

test('the counts are published to everybody, and a member’s own state only to their tabs', async () => {
  const [ana, ben] = await createMembers(2);
  const id = await createEvent({ maxAttendees: 1 });
  const [ownClient, otherClient] = [await community.current.connect(ana!), await community.current.connect(ben!)];
  await setAttendance(ana!, id);
  let frame = await otherClient.next('event.attendance');
  while (frame.eventId !== id) frame = await otherClient.next('event.attendance');
  expect(frame).toEqual({ type: 'event.attendance', eventId: id, going: 1, waiting: 0, attendanceRevision: 1 });
  expect(await ownClient.next('event.answered')).toEqual({ type: 'event.answered', eventId: id });
  expect(otherClient.queuedTypes).not.toContain('event.answered');
  ownClient.close();
  otherClient.close();
});
