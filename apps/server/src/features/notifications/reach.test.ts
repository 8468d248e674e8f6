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
import type { PushSubscription, Pusher } from '../../platform/push/pusher.ts';
import { users } from '../members/users.tables.ts';

type Sent = { endpoint: string; payload: { title: string; body: string; tag: string; path: string } };
const sent: Sent[] = [];
/** What happens while a push is on its way to a device that is gone. */
let meanwhile: (() => Promise<unknown>) | undefined;
const pusher: Pusher = {
  publicKey: 'a key',
  toSubscription: (subscription) => subscription,
  async send({ endpoint }: PushSubscription, payload: object) {
    if (endpoint.endsWith('/gone')) {
      await meanwhile?.();
      return 'gone';
    }
    if (endpoint.endsWith('/failing')) throw new Error('not now');
    sent.push({ endpoint, payload: payload as Sent['payload'] });
    return 'sent';
  },
};

let house: Community;
let admin: Member;
beforeAll(async () => {
  house = await Community.open({ pusher });
  admin = await house.member({ role: 'admin', firstName: 'Ada' });
});
afterAll(() => house.close());

const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
const endpointOf = (who: Member) => `https://push.example.com/${who.id}`;
const tell = async () => {
  await house.jobs.find(({ name }) => name === 'notifications-due')!.run();
  await house.runTasks();
};
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Morning' } })).body.id;
const words = 'A word that nobody else needs to read';

/** Ana is told of something that Ben does, by topic; `admin` is who does what members cannot. */
const happenings: Record<NotificationTopic, (ana: Member, ben: Member, postId: string) => Promise<unknown>> = {
  reactions: (_ana, ben, id) => ben.call(toggleLike, { params: { id } }),
  comments: (_ana, ben, id) => ben.call(createComment, { params: { id }, body: { content: words } }),
  async replies(ana, ben) {
    const params = { id: await share(admin) };
    await ana.call(createComment, { params, body: { content: 'Hello' } });
    await ben.call(createComment, { params, body: { content: words } });
  },
  connections: (ana, ben) => ben.call(requestConnection, { body: { userId: ana.id } }),
  async events(ana) {
    const event = { title: words, eventDate: '2199-05-01T10:00:00.000Z', location: 'The gate' };
    const { id } = (await admin.call(createEvent, { body: event })).body;
    await ana.call(answerEvent, { params: { id }, body: { going: true } });
    await admin.call(updateEvent, { params: { id }, body: { ...event, location: 'The well' } });
  },
  messages: (ana, ben) => ben.call(sendMessage, { body: { receiverId: ana.id, content: words } }),
  moderation: (_ana, _ben, id) => admin.call(deletePost, { params: { id }, query: { reason: words } }),
};
const topics = Object.keys(happenings) as NotificationTopic[];

/** How Ana heard of it: in her list, on the badge, on her device, by a mail of ours. */
async function heard(ana: Member) {
  const list = (await ana.call(contract.listNotifications, {})).body;
  const { count } = (await ana.call(contract.getUnreadNotifications, {})).body;
  await house.db.execute(
    sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL AND member_id = ${ana.id}`,
  );
  await tell();
  const mails = (await house.mails()).filter(({ to, text }) => to === ana.email && text.includes('List-Unsubscribe'));
  const pushes = sent.filter(({ endpoint }) => endpoint === endpointOf(ana));
  return {
    bell: list.length,
    badge: count,
    push: pushes.length,
    mail: mails.length,
    texts: mails.map(({ text }) => text),
  };
}

const all = { bell: 1, badge: 1, push: 1, mail: 1 };
const nothing = { bell: 0, badge: 0, push: 0, mail: 0 };
/** What has a badge of its own, and what is mailed by the moderators themselves. */
const usual: Partial<Record<NotificationTopic, Partial<typeof all>>> = {
  messages: { bell: 0, badge: 0 },
  moderation: { mail: 0 },
};
/** What nobody does whom one could hide. */
const actorless: readonly NotificationTopic[] = ['events', 'moderation'];

const inAnHour = () => new Date(Date.now() + 3_600_000);
const setUser = (who: Member, values: object) => house.db.update(users).set(values).where(eq(users.id, who.id));
const everyTopic = (channel: object) => Object.fromEntries(topics.map((topic) => [topic, channel]));
const choose = (who: Member, body: object) => who.call(contract.updateNotificationSettings, { body });

type Reason = {
  what: string;
  /** Before it happens, or between its happening and the telling. */
  before?: (ana: Member, ben: Member) => Promise<unknown>;
  between?: (ana: Member, ben: Member) => Promise<unknown>;
  leaves: (topic: NotificationTopic) => typeof all;
};

const told = (topic: NotificationTopic) => ({ ...all, ...usual[topic] });
const only =
  (...ways: (keyof typeof all)[]) =>
  (topic: NotificationTopic) => ({
    ...told(topic),
    ...Object.fromEntries(
      Object.keys(all)
        .filter((way) => !(ways as string[]).includes(way))
        .map((way) => [way, 0]),
    ),
  });
const unlessActorless = (topic: NotificationTopic) => (actorless.includes(topic) ? told(topic) : nothing);

const reasons: Reason[] = [
  { what: 'nothing in the way', leaves: told },
  {
    what: 'a block by the one who is told',
    between: (ana, ben) => ana.call(block, { params: { userId: ben.id } }),
    leaves: unlessActorless,
  },
  {
    what: 'a block by the one who does it',
    between: (ana, ben) => ben.call(block, { params: { userId: ana.id } }),
    leaves: unlessActorless,
  },
  { what: 'a mute', between: (ana, ben) => ana.call(mute, { params: { userId: ben.id } }), leaves: unlessActorless },
  {
    what: 'that the one who did it was suspended',
    between: (_ana, ben) => setUser(ben, { suspendedUntil: inAnHour() }),
    leaves: unlessActorless,
  },
  {
    what: 'a break of the one who did it',
    between: (_ana, ben) => setUser(ben, { breakUntil: inAnHour() }),
    leaves: unlessActorless,
  },
  {
    what: 'a break of the one who is told',
    between: (ana) => setUser(ana, { breakUntil: inAnHour() }),
    leaves: only('bell', 'badge'),
  },
  { what: 'quiet hours', before: (ana) => choose(ana, quietNow()), leaves: only('bell', 'badge') },
  {
    what: 'a choice against the bell',
    before: (ana) => choose(ana, { choices: everyTopic({ inApp: false }) }),
    leaves: only('push', 'mail'),
  },
  {
    what: 'a choice against devices',
    before: (ana) => choose(ana, { choices: everyTopic({ push: false }) }),
    leaves: only('bell', 'badge', 'mail'),
  },
  {
    what: 'a choice against mails',
    before: (ana) => choose(ana, { choices: everyTopic({ email: false }) }),
    leaves: only('bell', 'badge', 'push'),
  },
];

/** A full hour, so many hours from now, on a clock that shows UTC. */
const at = (hours: number) => `${String((new Date().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;

/** Around the present hour. */
function quietNow() {
  return { quietHours: { from: at(-1), until: at(2) }, timeZone: 'UTC' };
}

const makePushDue = (who: Member) =>
  house.db.execute(
    sql`UPDATE notifications SET push_due_at = now() WHERE push_due_at IS NOT NULL AND member_id = ${who.id}`,
  );

const cells = topics.flatMap((topic) => reasons.map((reason) => ({ topic, ...reason })));

describe('what a member is told of', () => {
  test.for(cells)('$topic, with $what', async ({ topic, before, between, leaves }) => {
    const [ana, ben] = [await house.member({ firstName: 'Ana' }), await house.member({ firstName: 'Ben' })];
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await choose(ana, { choices: everyTopic({ inApp: true, email: true, push: true }) });
    await before?.(ana, ben);
    await happenings[topic](ana, ben, await share(ana));
    await between?.(ana, ben);
    await tell();
    const { texts, ...ways } = await heard(ana);
    expect(ways).toEqual(leaves(topic));
    expect(texts.join('\n')).not.toContain(words);
  });

  test.for<[string, ((ana: Member, ben: Member) => Promise<unknown>) | undefined, number]>([
    ['nothing happened meanwhile', undefined, 1],
    ['it was read', (ana) => ana.call(contract.readNotifications, { body: {} }), 0],
    ['who did it was blocked', (ana, ben) => ana.call(block, { params: { userId: ben.id } }), 0],
    ['she went on a break', (ana) => setUser(ana, { breakUntil: inAnHour() }), 0],
    ['she was suspended', (ana) => setUser(ana, { suspendedUntil: inAnHour() }), 0],
    ['she wants to be told no more', (ana) => choose(ana, { choices: everyTopic({ email: false, push: false }) }), 0],
  ])('what waited for the morning, when %s', async ([, meanwhile, times]) => {
    const [ana, ben] = [await house.member({ firstName: 'Ana' }), await house.member({ firstName: 'Ben' })];
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await choose(ana, { ...quietNow(), choices: everyTopic({ email: true, push: true }) });
    await happenings.comments(ana, ben, await share(ana));
    await tell();
    await meanwhile?.(ana, ben);
    // What is due in quiet hours all the same, after an outage perhaps, waits for their end.
    await makePushDue(ana);
    expect(await heard(ana)).toMatchObject({ push: 0, mail: 0 });
    await choose(ana, { quietHours: null });
    await house.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE state < 'active'`);
    expect(await heard(ana)).toMatchObject({ push: times, mail: times });
  });

  const hides = {
    'its author blocks her': (ana: Member, author: Member) => author.call(block, { params: { userId: ana.id } }),
    'she blocks its author': (ana: Member, author: Member) => ana.call(block, { params: { userId: author.id } }),
  };
  test.for(
    Object.entries(hides).flatMap(([what, hide]) =>
      ['before', 'between', 'after'].map((when) => ({ what, hide, when })),
    ),
  )('of what others say about a post, nothing when $what, $when', async ({ hide, when }) => {
    const [ana, ben, author] = await Promise.all(
      ['Ana', 'Ben', 'Cleo'].map((firstName) => house.member({ firstName })),
    );
    await ana!.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana!), keys } });
    await choose(ana!, { ...quietNow(), choices: everyTopic({ inApp: true, email: true, push: true }) });
    const params = { id: await share(author!) };
    await ana!.call(createComment, { params, body: { content: 'Hello' } });
    if (when === 'before') await hide(ana!, author!);
    await ben!.call(createComment, { params, body: { content: words } });
    if (when === 'between') await hide(ana!, author!);
    await tell();
    if (when === 'after') await hide(ana!, author!);
    // Mails and devices waited for the end of quiet hours.
    await choose(ana!, { quietHours: null });
    await makePushDue(ana!);
    expect(await heard(ana!)).toMatchObject(nothing);
    const list = await house.db.execute(sql`SELECT FROM notifications WHERE member_id = ${ana!.id}`);
    expect(list.rowCount).toBe(when === 'after' ? 1 : 0);
    // What was told before is there again with the post.
    for (const [one, other] of [
      [ana!, author!],
      [author!, ana!],
    ] as const)
      await one.call(unblock, { params: { userId: other.id } });
    expect((await ana!.call(contract.listNotifications, {})).body).toHaveLength(list.rowCount ?? 0);
  });

  test('an event that changes again is told again', async () => {
    const ana = await house.member();
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await choose(ana, { choices: everyTopic({ email: true, push: true }) });
    const event = { title: words, eventDate: '2199-05-01T10:00:00.000Z', location: 'The gate' };
    const { id } = (await admin.call(createEvent, { body: event })).body;
    await ana.call(answerEvent, { params: { id }, body: { going: true } });
    for (const [count, location] of ['The well', 'The bridge'].entries()) {
      await admin.call(updateEvent, { params: { id }, body: { ...event, location } });
      await tell();
      expect(await heard(ana)).toMatchObject({ bell: 1, badge: 1, push: count + 1, mail: count + 1 });
    }
  });

  test('a message that was read is not told because of another one that was not', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map((firstName) => house.member({ firstName })));
    await choose(ana!, { choices: everyTopic({ email: true }) });
    await cleo!.call(sendMessage, { body: { receiverId: ana!.id, content: words } });
    await tell();
    expect(await heard(ana!)).toMatchObject({ mail: 1 });
    await ben!.call(sendMessage, { body: { receiverId: ana!.id, content: words } });
    await tell();
    await ana!.call(markRead, { body: { userId: ben!.id } });
    expect(await heard(ana!)).toMatchObject({ mail: 1 });
  });

  test('a later message is told when the first one came while she was here, and once until she reads', async () => {
    const [ana, ben] = [await house.member({ firstName: 'Ana' }), await house.member({ firstName: 'Ben' })];
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await choose(ana, { choices: everyTopic({ email: true, push: true }) });
    const writeToAna = async () => {
      await happenings.messages(ana, ben, '');
      await tell();
    };
    const here = sql`INSERT INTO online_members (member_id, process_id) VALUES (${ana.id}, ${ana.id})`;
    await house.db.execute(here);
    await writeToAna();
    expect(await heard(ana)).toMatchObject(nothing);
    await house.db.execute(sql`DELETE FROM online_members WHERE member_id = ${ana.id}`);
    for (const _ of ['the second', 'the third']) {
      await writeToAna();
      expect(await heard(ana)).toMatchObject({ push: 1, mail: 1 });
    }
    // What comes after she read reaches her device at once, also while the mail about the last one waits.
    for (const count of [2, 3]) {
      await ana.call(markRead, { body: { userId: ben.id } });
      for (const _ of ['a first', 'another']) await writeToAna();
      expect(sent.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(count);
    }
    expect(await heard(ana)).toMatchObject({ push: 3, mail: 2 });
  });

  test('a message is told when one before went unread into a block that was taken back', async () => {
    const [ana, ben] = [await house.member(), await house.member()];
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await choose(ana, { choices: everyTopic({ email: false, push: true }) });
    for (const count of [1, 2]) {
      await happenings.messages(ana, ben, '');
      await tell();
      expect(sent.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(count);
      await ana.call(block, { params: { userId: ben.id } });
      await ana.call(unblock, { params: { userId: ben.id } });
    }
  });

  test('a device that fails has no other one told again', async () => {
    const [ana, ben] = [await house.member(), await house.member()];
    const elsewhere = { cookie: await house.signIn(ana.id) };
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    const failing = await house.visitor.send('PUT', '/api/notifications/push-subscription', {
      headers: elsewhere,
      body: { endpoint: `${endpointOf(ana)}/failing`, keys },
    });
    expect(failing.status).toBe(204);
    await happenings.comments(ana, ben, await share(ana));
    for (let round = 0; round < 3; round += 1) {
      await tell();
      await house.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`);
    }
    expect(sent.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(1);
  });

  test('a push has nobody’s name or words, says where it is read, and comes once for a group', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map((firstName) => house.member({ firstName })));
    await ana!.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana!), keys } });
    const id = await share(ana!);
    for (const who of [ben!, cleo!]) {
      await who.call(createComment, { params: { id }, body: { content: words } });
      await tell();
    }
    expect(sent.filter(({ endpoint }) => endpoint === endpointOf(ana!)).map(({ payload }) => payload)).toEqual([
      {
        title: 'Mindful Commons',
        body: 'Someone commented on what you shared.',
        tag: expect.stringMatching(/^[\da-f-]{36}$/),
        path: `/posts/${id}`,
      },
    ]);
  });

  test('a device that takes nothing any more, or whose session is over, is forgotten', async () => {
    const [ana, ben] = [await house.member(), await house.member()];
    const count = async () =>
      (await house.db.execute(sql`SELECT FROM push_subscriptions WHERE member_id = ${ana.id}`)).rowCount;
    await ana.call(contract.keepPushSubscription, { body: { endpoint: `${endpointOf(ana)}/gone`, keys } });
    await ben.call(createComment, { params: { id: await share(ana) }, body: { content: words } });
    expect(await count()).toBe(1);
    await tell();
    expect(await count()).toBe(0);
    await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await ana.send('GET', '/api/logout');
    expect(await count()).toBe(0);
  });

  test('a device that got another address while the old one was found gone is told at the new one', async () => {
    const [ana, ben] = [await house.member(), await house.member()];
    await ana.call(contract.keepPushSubscription, { body: { endpoint: `${endpointOf(ana)}/gone`, keys } });
    meanwhile = () => ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
    await ben.call(createComment, { params: { id: await share(ana) }, body: { content: words } });
    await tell();
    meanwhile = undefined;
    await ben.call(createComment, { params: { id: await share(ana) }, body: { content: words } });
    await tell();
    expect(sent.filter(({ endpoint }) => endpoint === endpointOf(ana))).toHaveLength(1);
  });

  test('a device that passed to somebody else tells them alone', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map((firstName) => house.member({ firstName })));
    const endpoint = endpointOf(ana!);
    await ana!.call(contract.keepPushSubscription, { body: { endpoint, keys } });
    await ben!.call(contract.keepPushSubscription, { body: { endpoint, keys } });
    const before = sent.length;
    await cleo!.call(createComment, { params: { id: await share(ana!) }, body: { content: words } });
    await tell();
    expect(sent.slice(before)).toEqual([]);
  });
});
