import { deleteAccount } from '@commons/contract/account/schemas';
import { acceptConnection, listConnectionRequests, requestConnection } from '@commons/contract/connections/schemas';
import * as contract from '@commons/contract/messages/schemas';
import { listNotifications } from '@commons/contract/notifications/schemas';
import { block, unblock } from '@commons/contract/profiles/schemas';
import { takeBreak } from '@commons/contract/security/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { caseOf, decideCase, report, tomorrow } from '../../../test/cases.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();
const createMember = () => community.current.member();
const processNotifications = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();

const write = async (from: Member, to: Member) =>
  (await from.call(contract.sendMessage, { body: { receiverId: to.id, content: 'Hello' } })).body.id;
const requestsOf = async (member: Member) =>
  (await member.call(contract.listConversations, { query: { kind: 'requests' } })).body.map(
    ({ otherUser }) => otherUser.id,
  );
const unreadOf = async (member: Member) => (await member.call(contract.getUnreadCount, {})).body.count;
const answerRequest = async (member: Member, userId: string, accept: boolean) =>
  (await member.call(contract.answerRequest, { params: { userId }, body: { accept } })).status;

/** Returns false for a former member: the call then returns 404. */
const hasConversation = ({ status, body }: { status: number; body: { conversation: unknown } }) =>
  status === 200 && body.conversation !== null;

/** Reads every list and count of Ana's that can contain a request of Ben's. */
async function summaryFor(ana: Member, ben: Member) {
  await processNotifications();
  return {
    requests: (await requestsOf(ana)).length,
    unread: await unreadOf(ana),
    conversation: hasConversation(await ana.call(contract.getConversation, { params: { userId: ben.id } })),
    connections: (await ana.call(listConnectionRequests, {})).body.length,
    notifications: (await ana.call(listNotifications, {})).body.filter(({ kind }) => kind === 'connection_requested')
      .length,
  };
}
const pending = { requests: 1, unread: 1, conversation: true, connections: 1, notifications: 1 };
const nothing = { requests: 0, unread: 0, conversation: false, connections: 0, notifications: 0 };

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000).toISOString();
const setUser = (member: Member, values: Partial<typeof users.$inferInsert>) =>
  community.current.db.update(users).set(values).where(eq(users.id, member.id));
const leave = async (ben: Member, content: 'remove' | 'anonymise') => {
  await ben.call(deleteAccount, { body: { content } });
  await community.current.runTasks();
};

type SenderChange = {
  what: string;
  apply: (ben: Member, ana: Member, messageId: string) => Promise<unknown>;
  revert?: (ben: Member, ana: Member) => Promise<unknown>;
  /** Lists and counts that keep the request. */
  stillListed?: Partial<typeof pending>;
};

const senderChanges: SenderChange[] = [
  { what: 'leaves and removes their content', apply: (ben) => leave(ben, 'remove') },
  { what: 'leaves without removing their content', apply: (ben) => leave(ben, 'anonymise') },
  {
    what: 'is suspended',
    async apply(ben) {
      const admin = await community.current.member({ role: 'admin' });
      await report(await createMember(), { subjectType: 'member', subjectId: ben.id });
      const body = { action: 'suspend', reason: 'spam', note: 'Rest.', until: tomorrow() };
      expect(await decideCase(admin, (await caseOf(admin, ben.id)).id, body)).toBe('done');
    },
    revert: (ben) => setUser(ben, { suspendedUntil: null, suspensionReason: null }),
  },
  {
    what: 'takes a break',
    // A break signs the member out, so the test lets it expire.
    apply: (ben) => ben.call(takeBreak, { body: { until: inTwoHours() } }),
    revert: (ben) => setUser(ben, { breakUntil: new Date(0) }),
  },
  {
    what: 'blocks the receiver',
    apply: (ben, ana) => ben.call(block, { params: { userId: ana.id } }),
    revert: async (ben, ana) => {
      await ben.call(unblock, { params: { userId: ana.id } });
      await ben.call(requestConnection, { body: { userId: ana.id } });
    },
  },
  { what: 'is blocked', apply: (ben, ana) => ana.call(block, { params: { userId: ben.id } }) },
  {
    what: 'removes the message',
    apply: (ben, _ana, id) => ben.call(contract.removeMessage, { params: { id } }),
    revert: (ben, ana) => write(ben, ana),
    stillListed: { connections: 1, notifications: 1 },
  },
];

describe('a message request of a member who', () => {
  test.for(senderChanges)(
    '$what is not listed or counted and cannot be answered',
    async ({ apply, revert, stillListed }) => {
      const [ana, ben] = [await createMember(), await createMember()];
      const id = await write(ben, ana);
      await ben.call(requestConnection, { body: { userId: ana.id } });
      expect(await summaryFor(ana, ben)).toEqual(pending);
      await apply(ben, ana, id);
      expect(await summaryFor(ana, ben)).toEqual({ ...nothing, ...stillListed });
      expect([await answerRequest(ana, ben.id, true), await answerRequest(ana, ben.id, false)]).toEqual([404, 404]);
      const isConnectable = stillListed?.connections === 1;
      const acceptance = isConnectable
        ? 404
        : (await ana.call(acceptConnection, { params: { userId: ben.id } })).status;
      expect(acceptance).toBe(404);
      if (!revert) return;
      await revert(ben, ana);
      expect(await summaryFor(ana, ben)).toEqual(pending);
      expect(await answerRequest(ana, ben.id, true)).toBe(204);
      expect(await requestsOf(ana)).toEqual([]);
    },
  );

  test('removed one of two messages is still listed', async () => {
    const [ana, ben] = [await createMember(), await createMember()];
    const first = await write(ben, ana);
    await write(ben, ana);
    await ben.call(contract.removeMessage, { params: { id: first } });
    expect([await requestsOf(ana), await unreadOf(ana)]).toEqual([[ben.id], 1]);
    const [entry] = (await ana.call(contract.listConversations, { query: { kind: 'requests' } })).body;
    expect(entry!.unreadCount).toBe(1);
  });
});

describe('the receiver’s tabs are updated immediately', () => {
  test.for(senderChanges)('when the sender $what', async ({ what, apply }) => {
    const [ana, ben] = [await createMember(), await createMember()];
    const id = await write(ben, ana);
    const tab = await community.current.connect(ana);
    await apply(ben, ana, id);
    let unread = await tab.next('unread');
    while (unread.count > 0) unread = await tab.next('unread');
    expect(unread.count).toBe(0);
    // The receiver's own block sends another frame.
    if (what !== 'is blocked') await tab.next('request.changed');
    tab.close();
  });
});

describe('removing messages', () => {
  test.for([
    { readCount: 0, removed: [0], unreadCount: 2 },
    { readCount: 0, removed: [0, 1, 2], unreadCount: 0 },
    { readCount: 0, removed: [2, 0], unreadCount: 1 },
    { readCount: 2, removed: [0, 1], unreadCount: 1 },
    { readCount: 2, removed: [2], unreadCount: 0 },
    { readCount: 3, removed: [0, 2], unreadCount: 0 },
  ])(
    'with $readCount of three messages read, removing messages $removed leaves $unreadCount unread',
    async ({ readCount, removed, unreadCount }) => {
      const [ana, ben] = [await createMember(), await createMember()];
      await ben.call(requestConnection, { body: { userId: ana.id } });
      await ana.call(acceptConnection, { params: { userId: ben.id } });
      const ids = [await write(ben, ana), await write(ben, ana), await write(ben, ana)];
      if (readCount > 0) await ana.call(contract.markRead, { body: { userId: ben.id, position: readCount } });
      for (const index of removed) await ben.call(contract.removeMessage, { params: { id: ids[index]! } });
      const [entry] = (await ana.call(contract.listConversations, {})).body;
      expect([entry!.unreadCount, await unreadOf(ana)]).toEqual([unreadCount, unreadCount > 0 ? 1 : 0]);
      // Removing a message twice changes nothing, and a later message counts once.
      await ben.call(contract.removeMessage, { params: { id: ids[removed[0]!]! } });
      await write(ben, ana);
      const [updatedEntry] = (await ana.call(contract.listConversations, {})).body;
      expect(updatedEntry!.unreadCount).toBe(unreadCount + 1);
    },
  );
});
