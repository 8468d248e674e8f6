import * as contract from '@commons/contract/events/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { hostileLinks } from '../../../test/hostile-links.ts';
import { expectProblem } from '../../../test/problems.ts';
import { events } from './events.tables.ts';

const community = setUpCommunity();
let admin: Member;
let manager: Member;
let ana: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin', firstName: 'Ada' });
  manager = await community.current.member({ role: 'manager', firstName: 'Mia' });
  ana = await community.current.member({ firstName: 'Ana' });
});

const walk = {
  title: 'A walk',
  description: 'Two hours.\n\nBring water.',
  eventDate: '2199-05-01T10:00:00.000Z',
  timeZone: 'Europe/Berlin',
  location: 'The old gate',
  maxAttendees: 10,
  imageUrl: 'https://pictures.test/gate.webp',
};
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const createEvent = async (overrides: Partial<typeof walk> | object = {}, organizer = manager) =>
  (await organizer.call(contract.createEvent, { body: { ...walk, ...overrides } })).body;
const listTitles = async (member: Member, when: 'upcoming' | 'past' = 'upcoming') =>
  (await member.call(contract.listEvents, { query: { when, limit: 100 } })).body.map(({ title }) => title);

describe('an event', () => {
  test('of a manager is visible to every member, but only organizers can change it', async () => {
    const createdEvent = await createEvent();
    expect(createdEvent).toMatchObject({
      ...walk,
      creator: { firstName: 'Mia', profileImageUrl: null },
      attendance: { going: 0, waiting: 0, mine: null },
      attendees: [],
      isOver: false,
      can: { edit: true, delete: false },
    });
    const { body } = await ana.call(contract.getEvent, { params: { id: createdEvent.id } });
    expect(body).toEqual({ ...createdEvent, can: { edit: false, delete: false } });
    expect((await admin.call(contract.getEvent, { params: { id: createdEvent.id } })).body.can).toEqual({
      edit: true,
      delete: true,
    });
  });

  test('needs only a title and a date', async () => {
    const body = { title: '  Tea  ', eventDate: '2199-05-02T18:30:00Z' };
    const { body: tea } = await manager.call(contract.createEvent, { body });
    expect(tea).toMatchObject({
      title: 'Tea',
      eventDate: '2199-05-02T18:30:00.000Z',
      timeZone: 'UTC',
      description: null,
      location: null,
      maxAttendees: null,
      imageUrl: null,
    });
    const blank = { ...body, description: ' ', location: '', maxAttendees: null, imageUrl: null };
    expect((await manager.call(contract.createEvent, { body: blank })).body).toMatchObject({
      description: null,
      location: null,
    });
  });

  test.for<[field: string, overrides: object]>([
    ['title', { title: ' ' }],
    ['title', { title: 'a'.repeat(101) }],
    ['eventDate', { eventDate: '' }],
    ['eventDate', { eventDate: '2199-02-30T10:00' }],
    ['eventDate', { eventDate: '0001-01-01T10:00' }],
    ['eventDate', { eventDate: '2199-05-01T10:00:00.0000000001' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['location', { location: 'a'.repeat(201) }],
    ['maxAttendees', { maxAttendees: 0 }],
    ['maxAttendees', { maxAttendees: -3 }],
    ['maxAttendees', { maxAttendees: 2.5 }],
    ['maxAttendees', { maxAttendees: '10' }],
    ['description', { description: 'a'.repeat(5_001) }],
    ['imageUrl', { imageUrl: '/media/../secret' }],
  ])('with an invalid %s as in %j is rejected, and nothing is stored', async ([field, overrides]) => {
    const eventsBefore = await community.current.db.$count(events);
    const response = await manager.send('POST', '/api/events', { body: { ...walk, ...overrides } });
    expectProblem(response, 400, 'request.invalid');
    expect(JSON.stringify(response.body)).toContain(`"path":"${field}"`);
    expect(await community.current.db.$count(events)).toBe(eventsBefore);
  });

  test.for(hostileLinks)('rejects the picture address %j or stores a plain https address', async (imageUrl) => {
    type ResponseBody = { imageUrl?: string; errors?: { path: string }[] };
    const { status, body } = await manager.send<ResponseBody>('POST', '/api/events', { body: { ...walk, imageUrl } });
    const { protocol, username, password } = new URL(body.imageUrl ?? 'refused:');
    expect([
      { status: 400, paths: ['imageUrl'], address: 'refused:' },
      { status: 201, paths: undefined, address: 'https:' },
    ]).toContainEqual({
      status,
      paths: body.errors && [...new Set(body.errors.map(({ path }) => path))],
      address: `${protocol}${username}${password}`,
    });
  });

  test('can be changed by any manager, and deleted for everybody by admins only', async () => {
    const { id } = await createEvent({}, admin);
    const params = { id };
    const changeResponse = await manager.call(contract.updateEvent, {
      params,
      body: { ...walk, title: 'A long walk' },
    });
    expect(changeResponse.body).toMatchObject({
      title: 'A long walk',
      timeZone: 'Europe/Berlin',
      creator: { firstName: 'Ada' },
    });
    const { timeZone: _, ...withoutZone } = walk;
    expect((await manager.call(contract.updateEvent, { params, body: withoutZone })).body.timeZone).toBe(
      'Europe/Berlin',
    );
    expect((await manager.call(contract.deleteEvent, { params })).status).toBe(403);
    const deletions = await Promise.all([1, 2, 3].map(() => admin.call(contract.deleteEvent, { params })));
    expect(deletions.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404, 404]);
    expectProblem(await ana.call(contract.getEvent, { params }), 404, 'events.not_found');
    expectProblem(await manager.call(contract.updateEvent, { params, body: walk }), 404, 'events.not_found');
    expectProblem(await ana.call(contract.answerEvent, { params, body: { going: true } }), 404, 'events.not_found');
    expect((await ana.send('GET', `/api/events/${id}/calendar.ics`)).status).toBe(404);
  });

  test('stays visible despite a block, which hides only its organizer', async () => {
    const [creator, blocker, blocked] = [
      await community.current.member({ role: 'manager', isFlagged: true }),
      await community.current.member(),
      await community.current.member(),
    ];
    const { id } = await createEvent({}, creator);
    await blocker.call(block, { params: { userId: creator.id } });
    await creator.call(block, { params: { userId: blocked.id } });
    for (const reader of [blocker, blocked]) {
      const { body } = await reader.call(contract.answerEvent, { params: { id }, body: { going: true } });
      expect(body).toMatchObject({ id, creator: null, attendance: { mine: 'going' } });
      expect(
        (await reader.call(contract.listEvents, { query: { limit: 100 } })).body.map((event) => event.id),
      ).toContain(id);
    }
    expect((await ana.call(contract.getEvent, { params: { id } })).body.creator?.id).toBe(creator.id);
  });
});

describe('the list', () => {
  test('contains upcoming events, next first, or past events, latest first', async () => {
    await createEvent({ title: 'soon', eventDate: hoursFromNow(2) });
    await createEvent({ title: 'next week', eventDate: hoursFromNow(170) });
    await createEvent({ title: 'begun', eventDate: hoursFromNow(-2.9) });
    await createEvent({ title: 'just over', eventDate: hoursFromNow(-3.1) });
    await createEvent({ title: 'long ago', eventDate: '1999-12-31T23:00:00Z' });
    expect((await listTitles(ana)).slice(0, 3)).toEqual(['begun', 'soon', 'next week']);
    expect(await listTitles(ana, 'past')).toEqual(['just over', 'long ago']);
    expect((await ana.send('GET', '/api/events?when=never')).status).toBe(400);
  });

  test('has pages without gaps when events start at the same time', async () => {
    const eventDate = hoursFromNow(1);
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push((await createEvent({ eventDate })).id);
    for (const [when, expected] of [
      ['upcoming', ids],
      ['past', ids.toReversed()],
    ] as const) {
      if (when === 'past')
        await community.current.db
          .update(events)
          .set({ eventDate: new Date(Date.now() - 4 * 3_600_000) })
          .where(eq(events.eventDate, new Date(eventDate)));
      let page = await ana.call(contract.listEvents, { query: { when, limit: 2 } });
      const listedEvents = [...page.body];
      while (page.next && listedEvents.length < 12) {
        page = await ana.follow<typeof page.body>(page);
        listedEvents.push(...page.body);
      }
      const listedIds = listedEvents.map(({ id }) => id).filter((id) => (expected as readonly string[]).includes(id));
      expect(listedIds).toEqual(expected);
    }
  });
});

const storedDate = async (eventDate: string, timeZone: string) =>
  (await createEvent({ eventDate, timeZone })).eventDate;

describe('the time of an event', () => {
  test.for([
    // The same local time in winter and summer, in zones with and without daylight saving time.
    ['2027-01-15T19:00', 'Europe/Berlin', '2027-01-15T18:00:00.000Z'],
    ['2027-07-15T19:00', 'Europe/Berlin', '2027-07-15T17:00:00.000Z'],
    ['2027-01-15T19:00', 'Asia/Kolkata', '2027-01-15T13:30:00.000Z'],
    ['2027-07-15T19:00', 'Asia/Kolkata', '2027-07-15T13:30:00.000Z'],
    // The hours around clock changes in both hemispheres.
    ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
    ['2027-04-04T03:30', 'Australia/Sydney', '2027-04-03T17:30:00.000Z'],
    // Of a local time that occurs twice, the first is used. An offset selects the second.
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31T02:30:00+01:00', 'Europe/Berlin', '2027-10-31T01:30:00.000Z'],
    ['2027-11-07T01:30:15', 'America/New_York', '2027-11-07T05:30:15.000Z'],
  ] as const)('%s in %s is stored as %s', async ([eventDate, timeZone, expected]) => {
    expect(await storedDate(eventDate, timeZone)).toBe(expected);
  });

  test('cannot be a local time that clocks skip', async () => {
    for (const [eventDate, timeZone] of [
      ['2027-03-28T02:30', 'Europe/Berlin'],
      ['2027-03-14T02:00', 'America/New_York'],
    ]) {
      const response = await manager.call(contract.createEvent, { body: { ...walk, eventDate: eventDate!, timeZone } });
      expectProblem(response, 400, 'events.no_such_time');
      expect(response.body).toMatchObject({ errors: [{ path: 'eventDate' }] });
    }
  });
});

test('creation, change and deletion of an event are published to everybody', async () => {
  const liveClient = await community.current.connect(ana);
  const { id: eventId } = await createEvent();
  expect(await liveClient.next('event.created')).toEqual({ type: 'event.created', eventId });
  await manager.call(contract.updateEvent, { params: { id: eventId }, body: { ...walk, title: 'Later' } });
  expect(await liveClient.next('event.updated')).toEqual({ type: 'event.updated', eventId });
  await admin.call(contract.deleteEvent, { params: { id: eventId } });
  expect(await liveClient.next('event.deleted')).toEqual({ type: 'event.deleted', eventId });
  liveClient.close();
});
