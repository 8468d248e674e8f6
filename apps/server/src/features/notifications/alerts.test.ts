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

const pushedEndpoints: string[] = [];
const pusher: Pusher = {
  publicKey: 'a key',
  toSubscription: (subscription) => subscription,
  async send({ endpoint }: PushSubscription) {
    pushedEndpoints.push(endpoint);
    return 'sent';
  },
};

let community: Community;
/** A second server process. The alert window applies across processes. */
let secondServer: Community;
beforeAll(async () => {
  community = await Community.open({ pusher });
  secondServer = await Community.open({ sharesDatabaseWith: community, pusher });
});
afterAll(async () => {
  await secondServer.close();
  await community.close();
});

const endpointOf = ({ id }: Member) => `https://push.example.com/${id}`;
const pushesTo = (member: Member) => pushedEndpoints.filter((endpoint) => endpoint === endpointOf(member)).length;
const sendMails = async () => {
  await community.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  await processQueue();
};
const mailsTo = async (member: Member) =>
  (await community.mails()).filter(({ to, text }) => to === member.email && text.includes('List-Unsubscribe')).length;
const processQueue = async (server = community) => {
  await server.jobs.find(({ name }) => name === 'notifications-due')!.run();
  await server.runTasks();
};

/** A member with a push subscription and every kind of alert switched on. */
async function createMemberWithDevice() {
  const ana = await community.member();
  const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
  await ana.call(contract.savePushSubscription, { body: { endpoint: endpointOf(ana), keys } });
  const choices = Object.fromEntries(
    notificationTopics.map((topic) => [topic, { inApp: true, email: true, push: true }]),
  ) as never;
  await ana.call(contract.updateNotificationSettings, { body: { choices, digest: 'off' } });
  return ana;
}

const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Morning' } })).body.id;

/** Comments of members on a post, which they can delete. */
function commentsOn(id: string) {
  const commentIds = new Map<Member, string>();
  return {
    async act(member: Member) {
      const { body } = await member.call(createComment, { params: { id }, body: { content: 'Good' } });
      commentIds.set(member, body.id);
    },
    undo: async (member: Member) =>
      void (await member.call(deleteComment, { params: { id, commentId: commentIds.get(member)! } })),
  };
}

type UndoableAction = (
  ana: Member,
) => Promise<{ act: (member: Member) => Promise<void>; undo: (member: Member) => Promise<void> }>;

/** Actions that alert another member and can be undone. */
const undoableActions: [string, UndoableAction][] = [
  [
    'a request to connect',
    async (ana) => ({
      act: async (member) => void (await member.call(requestConnection, { body: { userId: ana.id } })),
      undo: async (member) => void (await member.call(removeConnection, { params: { userId: ana.id } })),
    }),
  ],
  ['a comment', async (ana) => commentsOn(await share(ana))],
  [
    'a reply in a thread',
    async (ana) => {
      const id = await share(await community.member());
      await ana.call(createComment, { params: { id }, body: { content: 'Hello' } });
      return commentsOn(id);
    },
  ],
  [
    'a like',
    async (ana) => {
      const params = { id: await share(ana) };
      const toggle = async (member: Member) => void (await member.call(toggleLike, { params }));
      return { act: toggle, undo: toggle };
    },
  ],
  [
    'a cheer',
    async (ana) => {
      const win = { title: 'Sleep', content: 'I slept', category: 'mindfulness' };
      const params = { id: (await ana.call(createWin, { body: win as WinInput })).body.id };
      const toggle = async (member: Member) => void (await member.call(toggleCheer, { params }));
      return { act: toggle, undo: toggle };
    },
  ],
  [
    'a message',
    async (ana) => {
      const ids: string[] = [];
      return {
        act: async (member) => {
          const { body } = await member.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
          ids.push(body.id);
        },
        undo: async (member) => void (await member.call(removeMessage, { params: { id: ids.at(-1)! } })),
      };
    },
  ],
];

test.for(undoableActions)(
  '%s that is done and undone six times causes one push and one mail',
  async ([what, action]) => {
    const [ana, ben] = [await createMemberWithDevice(), await community.member()];
    const { act, undo } = await action(ana);
    for (let round = 0; round < 6; round += 1) {
      await act(ben);
      await processQueue(round % 2 === 0 ? community : secondServer);
      await sendMails();
      await undo(ben);
      await processQueue(round % 2 === 0 ? secondServer : community);
    }
    await act(ben);
    await sendMails();
    expect(await mailsTo(ana)).toBe(1);
    expect(pushesTo(ana)).toBe(1);
    // The list still shows the final state.
    const listedActors = (await ana.call(contract.listNotifications, {})).body.map(({ actors }) =>
      actors.map(({ id }) => id),
    );
    expect(listedActors).toEqual(what === 'a message' ? [] : [[ben.id]]);
  },
);

test.for(undoableActions.filter(([what]) => what !== 'a message'))(
  '%s by another member causes a push within the alert window of the first member',
  async ([, action]) => {
    const [ana, ben, cleo] = [await createMemberWithDevice(), await community.member(), await community.member()];
    const { act, undo } = await action(ana);
    await act(ben);
    await processQueue();
    await undo(ben);
    await act(cleo);
    await processQueue();
    expect(pushesTo(ana)).toBe(2);
  },
);

test('another push is sent after the alert window', async () => {
  const [ana, ben] = [await createMemberWithDevice(), await community.member()];
  const params = { id: await share(ana) };
  for (const _ of ['liked', 'unliked']) {
    await ben.call(toggleLike, { params });
    await processQueue();
  }
  const minutes = alertWindowMinutes + 1;
  await community.db
    .update(notificationAlerts)
    .set({ at: sql`${notificationAlerts.at} - make_interval(mins => ${minutes}::int)` })
    .where(eq(notificationAlerts.memberId, ana.id));
  await ben.call(toggleLike, { params });
  await processQueue();
  expect(pushesTo(ana)).toBe(2);
});

test('a push delayed by quiet hours is still sent when the event is repeated', async () => {
  const [ana, ben] = [await createMemberWithDevice(), await community.member()];
  await ana.call(contract.updateNotificationSettings, {
    body: { quietHours: { from: '00:00', until: '23:59' }, timeZone: 'UTC' },
  });
  const params = { id: await share(ana) };
  for (const _ of ['liked', 'unliked', 'liked']) {
    await ben.call(toggleLike, { params });
    await processQueue();
  }
  await ana.call(contract.updateNotificationSettings, { body: { quietHours: null } });
  await community.db.execute(sql`UPDATE notifications SET push_due_at = now() WHERE push_due_at IS NOT NULL`);
  await processQueue();
  expect(pushesTo(ana)).toBe(1);
});

test('a new message in a read conversation sends a push immediately', async () => {
  const [ana, ben] = [await createMemberWithDevice(), await community.member()];
  const write = () => ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
  await write();
  await processQueue();
  expect((await ana.call(listMessages, { query: { userId: ben.id } })).body).toHaveLength(1);
  await ana.send('POST', '/api/messages/read', { body: { userId: ben.id } });
  await write();
  await processQueue();
  expect(pushesTo(ana)).toBe(2);
});
