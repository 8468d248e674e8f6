import { removeConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createComment, createPost, deleteComment, toggleLike } from '@commons/contract/feed/schemas';
import { listMessages, removeMessage, sendMessage } from '@commons/contract/messages/schemas';
import { notificationTopics } from '@commons/contract/notifications';
import * as contract from '@commons/contract/notifications/schemas';
import { createWin, toggleCheer, type WinInput } from '@commons/contract/wins/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import type { PushSubscription, Pusher } from '../../platform/push/pusher.ts';
import { notificationAlerts } from './notifications.tables.ts';
import { alertWindowMinutes } from './times.ts';

const sent: string[] = [];
const pusher: Pusher = {
  publicKey: 'a key',
  toSubscription: (subscription) => subscription,
  async send({ endpoint }: PushSubscription) {
    sent.push(endpoint);
    return 'sent';
  },
};

let house: Community;
/** Another server process: the window holds over all of them. */
let beside: Community;
beforeAll(async () => {
  house = await Community.open({ pusher });
  beside = await Community.open({ beside: house, pusher });
});
afterAll(async () => {
  await beside.close();
  await house.close();
});

const endpointOf = ({ id }: Member) => `https://push.example.com/${id}`;
const pushesTo = (who: Member) => sent.filter((endpoint) => endpoint === endpointOf(who)).length;
const sendMails = async () => {
  await house.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  await tell();
};
const mailsTo = async (who: Member) =>
  (await house.mails()).filter(({ to, text }) => to === who.email && text.includes('List-Unsubscribe')).length;
const tell = async (on = house) => {
  await on.jobs.find(({ name }) => name === 'notifications-due')!.run();
  await on.runTasks();
};

/** A member with a push subscription and every kind of alert switched on. */
async function withDevice() {
  const ana = await house.member();
  const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
  await ana.call(contract.keepPushSubscription, { body: { endpoint: endpointOf(ana), keys } });
  const choices = Object.fromEntries(
    notificationTopics.map((topic) => [topic, { inApp: true, email: true, push: true }]),
  ) as never;
  await ana.call(contract.updateNotificationSettings, { body: { choices, digest: 'off' } });
  return ana;
}

const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Morning' } })).body.id;

type Doing = (
  ana: Member,
) => Promise<{ act: (who: Member) => Promise<void>; takeBack: (who: Member) => Promise<void> }>;

/** Actions that alert another member and can be undone. */
const doings: [string, Doing][] = [
  [
    'a request to connect',
    async (ana) => ({
      act: async (who) => void (await who.call(requestConnection, { body: { userId: ana.id } })),
      takeBack: async (who) => void (await who.call(removeConnection, { params: { userId: ana.id } })),
    }),
  ],
  [
    'a comment',
    async (ana) => {
      const id = await share(ana);
      const comments = new Map<Member, string>();
      return {
        async act(who) {
          const { body } = await who.call(createComment, { params: { id }, body: { content: 'Good' } });
          comments.set(who, body.id);
        },
        takeBack: async (who) =>
          void (await who.call(deleteComment, { params: { id, commentId: comments.get(who)! } })),
      };
    },
  ],
  [
    'an answer in a thread',
    async (ana) => {
      const id = await share(await house.member());
      await ana.call(createComment, { params: { id }, body: { content: 'Hello' } });
      const comments = new Map<Member, string>();
      return {
        async act(who) {
          const { body } = await who.call(createComment, { params: { id }, body: { content: 'Good' } });
          comments.set(who, body.id);
        },
        takeBack: async (who) =>
          void (await who.call(deleteComment, { params: { id, commentId: comments.get(who)! } })),
      };
    },
  ],
  [
    'a like',
    async (ana) => {
      const params = { id: await share(ana) };
      const toggle = async (who: Member) => void (await who.call(toggleLike, { params }));
      return { act: toggle, takeBack: toggle };
    },
  ],
  [
    'a cheer',
    async (ana) => {
      const win = { title: 'Sleep', content: 'I slept', category: 'mindfulness' };
      const params = { id: (await ana.call(createWin, { body: win as WinInput })).body.id };
      const toggle = async (who: Member) => void (await who.call(toggleCheer, { params }));
      return { act: toggle, takeBack: toggle };
    },
  ],
  [
    'a message',
    async (ana) => {
      const ids: string[] = [];
      return {
        act: async (who) => {
          const { body } = await who.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
          ids.push(body.id);
        },
        takeBack: async (who) => void (await who.call(removeMessage, { params: { id: ids.at(-1)! } })),
      };
    },
  ],
];

test.for(doings)('%s that is done and taken back six times is one push and one mail', async ([what, doing]) => {
  const [ana, ben] = [await withDevice(), await house.member()];
  const { act, takeBack } = await doing(ana);
  for (let turn = 0; turn < 6; turn += 1) {
    await act(ben);
    await tell(turn % 2 === 0 ? house : beside);
    await sendMails();
    await takeBack(ben);
    await tell(turn % 2 === 0 ? beside : house);
  }
  await act(ben);
  await sendMails();
  expect(await mailsTo(ana)).toBe(1);
  expect(pushesTo(ana)).toBe(1);
  // The list still shows the final state.
  const isListed = (await ana.call(contract.listNotifications, {})).body.map(({ actors }) =>
    actors.map(({ id }) => id),
  );
  expect(isListed).toEqual(what === 'a message' ? [] : [[ben.id]]);
});

test.for(doings.filter(([what]) => what !== 'a message'))(
  '%s by another member is pushed within the window of the first one',
  async ([, doing]) => {
    const [ana, ben, cleo] = [await withDevice(), await house.member(), await house.member()];
    const { act, takeBack } = await doing(ana);
    await act(ben);
    await tell();
    await takeBack(ben);
    await act(cleo);
    await tell();
    expect(pushesTo(ana)).toBe(2);
  },
);

test('the next push comes when the window is over', async () => {
  const [ana, ben] = [await withDevice(), await house.member()];
  const params = { id: await share(ana) };
  for (const _ of ['liked', 'unliked']) {
    await ben.call(toggleLike, { params });
    await tell();
  }
  const minutes = alertWindowMinutes + 1;
  await house.db
    .update(notificationAlerts)
    .set({ at: sql`${notificationAlerts.at} - make_interval(mins => ${minutes}::int)` })
    .where(eq(notificationAlerts.memberId, ana.id));
  await ben.call(toggleLike, { params });
  await tell();
  expect(pushesTo(ana)).toBe(2);
});

test('a push that quiet hours put off is not lost when the event is repeated', async () => {
  const [ana, ben] = [await withDevice(), await house.member()];
  await ana.call(contract.updateNotificationSettings, {
    body: { quietHours: { from: '00:00', until: '23:59' }, timeZone: 'UTC' },
  });
  const params = { id: await share(ana) };
  for (const _ of ['liked', 'unliked', 'liked']) {
    await ben.call(toggleLike, { params });
    await tell();
  }
  await ana.call(contract.updateNotificationSettings, { body: { quietHours: null } });
  await house.db.execute(sql`UPDATE notifications SET push_due_at = now() WHERE push_due_at IS NOT NULL`);
  await tell();
  expect(pushesTo(ana)).toBe(1);
});

test('a new message in a conversation that was read sends a push at once', async () => {
  const [ana, ben] = [await withDevice(), await house.member()];
  const write = () => ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
  await write();
  await tell();
  expect((await ana.call(listMessages, { query: { userId: ben.id } })).body).toHaveLength(1);
  await ana.send('POST', '/api/messages/read', { body: { userId: ben.id } });
  await write();
  await tell();
  expect(pushesTo(ana)).toBe(2);
});
