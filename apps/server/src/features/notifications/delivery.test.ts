import { requestConnection } from '@commons/contract/connections/schemas';
import { answerEvent, createEvent, updateEvent } from '@commons/contract/events/schemas';
import { createComment, createPost, deletePost, toggleLike } from '@commons/contract/feed/schemas';
import { markRead, sendMessage } from '@commons/contract/messages/schemas';
import type { NotificationTopic } from '@commons/contract/notifications';
import * as contract from '@commons/contract/notifications/schemas';
import { block, mute, unblock } from '@commons/contract/profiles/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import type { PushSubscription, Pusher } from '../../platform/push/pusher.ts';

type SentPush = { endpoint: string; payload: { title: string; body: string; tag: string; path: string } };
const sentPushes: SentPush[] = [];
/** Runs while a push to an expired subscription is in flight. */
let duringPush: (() => Promise<unknown>) | undefined;
const pusher: Pusher = {
  publicKey: 'a key',
  toSubscription: (subscription) => subscription,
  async send({ endpoint }: PushSubscription, payload: object) {
    if (endpoint.endsWith('/gone')) {
      await duringPush?.();
      return 'gone';
    }
    if (endpoint.endsWith('/failing')) throw new Error('try again later');
    sentPushes.push({ endpoint, payload: payload as SentPush['payload'] });
    return 'sent';
  },
};

let community: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open({ pusher });
  admin = await community.member({ role: 'admin', firstName: 'Ada' });
});
afterAll(() => community.close());

const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
const endpointOf = (member: Member) => `https://push.example.com/${member.id}`;
const processQueue = async () => {
  await community.jobs.find(({ name }) => name === 'notifications-due')!.run();
  await community.runTasks();
};
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Morning' } })).body.id;
const secretText = 'A word that nobody else needs to read';

/** Triggers a notification for Ana, by topic. Ben is the actor, or the admin where members lack the permission. */
const triggers: Record<NotificationTopic, (ana: Member, ben: Member, postId: string) => Promise<unknown>> = {
  reactions: (_ana, ben, id) => ben.call(toggleLike, { params: { id } }),
  comments: (_ana, ben, id) => ben.call(createComment, { params: { id }, body: { content: secretText } }),
  async replies(ana, ben) {
    const params = { id: await share(admin) };
    await ana.call(createComment, { params, body: { content: 'Hello' } });
    await ben.call(createComment, { params, body: { content: secretText } });
  },
  connections: (ana, ben) => ben.call(requestConnection, { body: { userId: ana.id } }),
  async events(ana) {
    const event = { title: secretText, eventDate: '2199-05-01T10:00:00.000Z', location: 'The gate' };
    const { id } = (await admin.call(createEvent, { body: event })).body;
    await ana.call(answerEvent, { params: { id }, body: { going: true } });
    await admin.call(updateEvent, { params: { id }, body: { ...event, location: 'The well' } });
  },
  messages: (ana, ben) => ben.call(sendMessage, { body: { receiverId: ana.id, content: secretText } }),
  moderation: (_ana, _ben, id) => admin.call(deletePost, { params: { id }, query: { reason: secretText } }),
};
const topics = Object.keys(triggers) as NotificationTopic[];

/** Counts Ana's notifications in each channel: list, badge, push and mail. */
async function countDeliveries(ana: Member) {
  const list = (await ana.call(contract.listNotifications, {})).body;
  const { count } = (await ana.call(contract.getUnreadNotifications, {})).body;
  await community.db.execute(
    sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL AND member_id = ${ana.id}`,
  );
  await processQueue();
  const mails = (await community.mails()).filter(
    ({ to, text }) => to === ana.email && text.includes('List-Unsubscribe'),
  );
  const pushes = sentPushes.filter(({ endpoint }) => endpoint === endpointOf(ana));
  return {
    bell: list.length,
    badge: count,
    push: pushes.length,
    mail: mails.length,
    texts: mails.map(({ text }) => text),
  };
}

const everyChannel = { bell: 1, badge: 1, push: 1, mail: 1 };
const noChannel = { bell: 0, badge: 0, push: 0, mail: 0 };
/** Topics that skip channels: messages have their own badge, and moderation sends its own mails. */
const exceptions: Partial<Record<NotificationTopic, Partial<typeof everyChannel>>> = {
  messages: { bell: 0, badge: 0 },
  moderation: { mail: 0 },
};
/** Topics without an actor that a member could block or mute. */
const topicsWithoutActor: readonly NotificationTopic[] = ['events', 'moderation'];

const inAnHour = () => new Date(Date.now() + 3_600_000);
const setUser = (member: Member, values: object) =>
  community.db.update(users).set(values).where(eq(users.id, member.id));
const everyTopic = (channel: object) => Object.fromEntries(topics.map((topic) => [topic, channel]));
const updateSettings = (member: Member, body: object) => member.call(contract.updateNotificationSettings, { body });

/** Creates a member with a push subscription and these settings. */
async function createMemberWithDevice(settings: object = {}): Promise<Member> {
  const member = await community.member();
  await member.call(contract.savePushSubscription, { body: { endpoint: endpointOf(member), keys } });
  await updateSettings(member, settings);
  return member;
}

type Condition = {
  what: string;
  /** Runs before the event, or between the event and its processing. */
  before?: (ana: Member, ben: Member) => Promise<unknown>;
  between?: (ana: Member, ben: Member) => Promise<unknown>;
  expected: (topic: NotificationTopic) => typeof everyChannel;
};

const expectedChannels = (topic: NotificationTopic) => ({ ...everyChannel, ...exceptions[topic] });
const onlyIn =
  (...delivery: (keyof typeof everyChannel)[]) =>
  (topic: NotificationTopic) => ({
    ...expectedChannels(topic),
    ...Object.fromEntries(
      Object.keys(everyChannel)
        .filter((channel) => !(delivery as string[]).includes(channel))
        .map((channel) => [channel, 0]),
    ),
  });
const unlessHidden = (topic: NotificationTopic) =>
  topicsWithoutActor.includes(topic) ? expectedChannels(topic) : noChannel;

const conditions: Condition[] = [
  { what: 'the defaults', expected: expectedChannels },
  {
    what: 'a block by the recipient',
    between: (ana, ben) => ana.call(block, { params: { userId: ben.id } }),
    expected: unlessHidden,
  },
  {
    what: 'a block by the actor',
    between: (ana, ben) => ben.call(block, { params: { userId: ana.id } }),
    expected: unlessHidden,
  },
  { what: 'a mute', between: (ana, ben) => ana.call(mute, { params: { userId: ben.id } }), expected: unlessHidden },
  {
    what: 'a suspended actor',
    between: (_ana, ben) => setUser(ben, { suspendedUntil: inAnHour() }),
    expected: unlessHidden,
  },
  {
    what: 'an actor on a break',
    between: (_ana, ben) => setUser(ben, { breakUntil: inAnHour() }),
    expected: unlessHidden,
  },
  {
    what: 'a recipient on a break',
    between: (ana) => setUser(ana, { breakUntil: inAnHour() }),
    expected: onlyIn('bell', 'badge'),
  },
  { what: 'quiet hours', before: (ana) => updateSettings(ana, quietNow()), expected: onlyIn('bell', 'badge') },
  {
    what: 'the list turned off',
    before: (ana) => updateSettings(ana, { choices: everyTopic({ inApp: false }) }),
    expected: onlyIn('push', 'mail'),
  },
  {
    what: 'pushes turned off',
    before: (ana) => updateSettings(ana, { choices: everyTopic({ push: false }) }),
    expected: onlyIn('bell', 'badge', 'mail'),
  },
  {
    what: 'mails turned off',
    before: (ana) => updateSettings(ana, { choices: everyTopic({ email: false }) }),
    expected: onlyIn('bell', 'badge', 'push'),
  },
];

/** The full hour in UTC that is `hours` from now. */
const hourFromNow = (hours: number) => `${String((new Date().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;

/** Quiet hours around the current time. */
function quietNow() {
  return { quietHours: { from: hourFromNow(-1), until: hourFromNow(2) }, timeZone: 'UTC' };
}

const makePushDue = (member: Member) =>
  community.db.execute(
    sql`UPDATE notifications SET push_due_at = now() WHERE push_due_at IS NOT NULL AND member_id = ${member.id}`,
  );

const topicsByCondition = topics.flatMap((topic) => conditions.map((condition) => ({ topic, ...condition })));

describe('delivery of notifications', () => {
  test.for(topicsByCondition)(
    'about $topic with $what uses the right channels',
    async ({ topic, before, between, expected }) => {
      const [ana, ben] = [
        await createMemberWithDevice({ choices: everyTopic({ inApp: true, email: true, push: true }) }),
        await community.member(),
      ];
      await before?.(ana, ben);
      await triggers[topic](ana, ben, await share(ana));
      await between?.(ana, ben);
      await processQueue();
      const { texts, ...delivery } = await countDeliveries(ana);
      expect(delivery).toEqual(expected(topic));
      expect(texts.join('\n')).not.toContain(secretText);
    },
  );

  test.for<[string, ((ana: Member, ben: Member) => Promise<unknown>) | undefined, number]>([
    ['nothing happened meanwhile', undefined, 1],
    ['the member read it', (ana) => ana.call(contract.readNotifications, { body: {} }), 0],
    ['the member blocked the actor', (ana, ben) => ana.call(block, { params: { userId: ben.id } }), 0],
    ['the member went on a break', (ana) => setUser(ana, { breakUntil: inAnHour() }), 0],
    ['the member was suspended', (ana) => setUser(ana, { suspendedUntil: inAnHour() }), 0],
    [
      'the member turned it off',
      (ana) => updateSettings(ana, { choices: everyTopic({ email: false, push: false }) }),
      0,
    ],
  ])('is checked again after quiet hours: %s', async ([, change, expectedCount]) => {
    const [ana, ben] = [
      await createMemberWithDevice({ ...quietNow(), choices: everyTopic({ email: true, push: true }) }),
      await community.member(),
    ];
    await triggers.comments(ana, ben, await share(ana));
    await processQueue();
    await change?.(ana, ben);
    // A push that is due in quiet hours, for example after an outage, is delayed to their end.
    await makePushDue(ana);
    expect(await countDeliveries(ana)).toMatchObject({ push: 0, mail: 0 });
    await updateSettings(ana, { quietHours: null });
    await community.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE state < 'active'`);
    expect(await countDeliveries(ana)).toMatchObject({ push: expectedCount, mail: expectedCount });
  });

  const hidingActions = {
    'its author blocks the member': (ana: Member, author: Member) => author.call(block, { params: { userId: ana.id } }),
    'the member blocks its author': (ana: Member, author: Member) => ana.call(block, { params: { userId: author.id } }),
  };
  test.for(
    Object.entries(hidingActions).flatMap(([what, hide]) =>
      ['before the reply', 'before processing', 'after processing'].map((when) => ({ what, hide, when })),
    ),
  )('about replies to a post stops when $what $when', async ({ hide, when }) => {
    const [ana, ben, author] = [
      await createMemberWithDevice({ ...quietNow(), choices: everyTopic({ inApp: true, email: true, push: true }) }),
      await community.member(),
      await community.member(),
    ];
    const params = { id: await share(author) };
    await ana.call(createComment, { params, body: { content: 'Hello' } });
    if (when === 'before the reply') await hide(ana, author);
    await ben.call(createComment, { params, body: { content: secretText } });
    if (when === 'before processing') await hide(ana, author);
    await processQueue();
    if (when === 'after processing') await hide(ana, author);
    // Quiet hours have delayed mails and pushes.
    await updateSettings(ana, { quietHours: null });
    await makePushDue(ana);
    expect(await countDeliveries(ana)).toMatchObject(noChannel);
    const list = await community.db.execute(sql`SELECT FROM notifications WHERE member_id = ${ana.id}`);
    expect(list.rowCount).toBe(when === 'after processing' ? 1 : 0);
    // Earlier notifications reappear together with the post.
    for (const [one, other] of [
      [ana, author],
      [author, ana],
    ] as const)
      await one.call(unblock, { params: { userId: other.id } });
    expect((await ana.call(contract.listNotifications, {})).body).toHaveLength(list.rowCount ?? 0);
  });

  test('members are notified again when an event changes again', async () => {
    const ana = await createMemberWithDevice({ choices: everyTopic({ email: true, push: true }) });
    const event = { title: secretText, eventDate: '2199-05-01T10:00:00.000Z', location: 'The gate' };
    const { id } = (await admin.call(createEvent, { body: event })).body;
    await ana.call(answerEvent, { params: { id }, body: { going: true } });
    for (const [count, location] of ['The well', 'The bridge'].entries()) {
      await admin.call(updateEvent, { params: { id }, body: { ...event, location } });
      await processQueue();
      expect(await countDeliveries(ana)).toMatchObject({ bell: 1, badge: 1, push: count + 1, mail: count + 1 });
    }
  });

  test('an unread message does not cause a mail about another, read conversation', async () => {
    const [ana, ben, cleo] = [await community.member(), await community.member(), await community.member()];
    await updateSettings(ana, { choices: everyTopic({ email: true }) });
    await cleo.call(sendMessage, { body: { receiverId: ana.id, content: secretText } });
    await processQueue();
    expect(await countDeliveries(ana)).toMatchObject({ mail: 1 });
    await ben.call(sendMessage, { body: { receiverId: ana.id, content: secretText } });
    await processQueue();
    await ana.call(markRead, { body: { userId: ben.id } });
    expect(await countDeliveries(ana)).toMatchObject({ mail: 1 });
  });

  test('a member is notified of messages only while offline, and once until they read the conversation', async () => {
    const [ana, ben] = [
      await createMemberWithDevice({ choices: everyTopic({ email: true, push: true }) }),
      await community.member(),
    ];
    const writeToAna = async () => {
      await triggers.messages(ana, ben, '');
      await processQueue();
    };
    const insertPresence = sql`INSERT INTO online_members (member_id, process_id) VALUES (${ana.id}, ${ana.id})`;
    await community.db.execute(insertPresence);
    await writeToAna();
    expect(await countDeliveries(ana)).toMatchObject(noChannel);
    await community.db.execute(sql`DELETE FROM online_members WHERE member_id = ${ana.id}`);
    for (const _ of ['the second', 'the third']) {
      await writeToAna();
      expect(await countDeliveries(ana)).toMatchObject({ push: 1, mail: 1 });
    }
    // After she reads, the next message is pushed immediately, even while the previous mail is pending.
    for (const count of [2, 3]) {
      await ana.call(markRead, { body: { userId: ben.id } });
      for (const _ of ['a first', 'another']) await writeToAna();
      expect(sentPushes.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(count);
    }
    expect(await countDeliveries(ana)).toMatchObject({ push: 3, mail: 2 });
  });

  test('a member is notified of a message after a lifted block although an earlier message is unread', async () => {
    const [ana, ben] = [
      await createMemberWithDevice({ choices: everyTopic({ email: false, push: true }) }),
      await community.member(),
    ];
    for (const count of [1, 2]) {
      await triggers.messages(ana, ben, '');
      await processQueue();
      expect(sentPushes.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(count);
      await ana.call(block, { params: { userId: ben.id } });
      await ana.call(unblock, { params: { userId: ben.id } });
    }
  });

  test('a failing device does not repeat the push to other devices', async () => {
    const [ana, ben] = [await createMemberWithDevice(), await community.member()];
    const otherSession = { cookie: await community.signIn(ana.id) };
    const saveResponse = await community.visitor.send('PUT', '/api/notifications/push-subscription', {
      headers: otherSession,
      body: { endpoint: `${endpointOf(ana)}/failing`, keys },
    });
    expect(saveResponse.status).toBe(204);
    await triggers.comments(ana, ben, await share(ana));
    for (let round = 0; round < 3; round += 1) {
      await processQueue();
      await community.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`);
    }
    expect(sentPushes.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(1);
  });

  test('a push contains no name or member content, links to its page, and is sent once per group', async () => {
    const [ana, ben, cleo] = [await createMemberWithDevice(), await community.member(), await community.member()];
    const id = await share(ana);
    for (const member of [ben, cleo]) {
      await member.call(createComment, { params: { id }, body: { content: secretText } });
      await processQueue();
    }
    expect(sentPushes.filter(({ endpoint }) => endpoint === endpointOf(ana)).map(({ payload }) => payload)).toEqual([
      {
        title: 'Mindful Commons',
        body: 'Someone commented on what you shared.',
        tag: expect.stringMatching(/^[\da-f-]{36}$/),
        path: `/posts/${id}`,
      },
    ]);
  });

  test('a subscription that has expired or whose session has ended is deleted', async () => {
    const [ana, ben] = [await community.member(), await community.member()];
    const count = async () =>
      (await community.db.execute(sql`SELECT FROM push_subscriptions WHERE member_id = ${ana.id}`)).rowCount;
    await ana.call(contract.savePushSubscription, { body: { endpoint: `${endpointOf(ana)}/gone`, keys } });
    await ben.call(createComment, { params: { id: await share(ana) }, body: { content: secretText } });
    expect(await count()).toBe(1);
    await processQueue();
    expect(await count()).toBe(0);
    await ana.call(contract.savePushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await ana.send('GET', '/api/logout');
    expect(await count()).toBe(0);
  });

  test('a subscription that gets a new endpoint during a failed push is kept', async () => {
    const [ana, ben] = [await community.member(), await community.member()];
    await ana.call(contract.savePushSubscription, { body: { endpoint: `${endpointOf(ana)}/gone`, keys } });
    duringPush = () => ana.call(contract.savePushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await ben.call(createComment, { params: { id: await share(ana) }, body: { content: secretText } });
    await processQueue();
    duringPush = undefined;
    await ben.call(createComment, { params: { id: await share(ana) }, body: { content: secretText } });
    await processQueue();
    expect(sentPushes.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(1);
  });

  test('a device that another member takes over receives only their pushes', async () => {
    const [ana, ben, cleo] = [await community.member(), await community.member(), await community.member()];
    const endpoint = endpointOf(ana);
    await ana.call(contract.savePushSubscription, { body: { endpoint, keys } });
    await ben.call(contract.savePushSubscription, { body: { endpoint, keys } });
    const before = sentPushes.length;
    await cleo.call(createComment, { params: { id: await share(ana) }, body: { content: secretText } });
    await processQueue();
    expect(sentPushes.slice(before)).toEqual([]);
  });
});
