import { createPost, updatePost } from '@commons/contract/feed/schemas';
import { listMessages } from '@commons/contract/messages/schemas';
import * as contract from '@commons/contract/moderation/schemas';
import { createReport, listOwnReports, type ReportInput } from '@commons/contract/reports/schemas';
import type { Community, Member } from './community.ts';
import { codeOf } from './problems.ts';

export type Role = 'user' | 'manager' | 'admin';

export const share = async (author: Member) =>
  (await author.call(createPost, { body: { content: 'Buy my cure' } })).body.id;
export const edit = (author: Member, id: string, content: string) =>
  author.call(updatePost, { params: { id }, body: { content } });
export const report = (
  member: Member,
  overrides: Partial<ReportInput> & Pick<ReportInput, 'subjectType' | 'subjectId'>,
) => member.call(createReport, { body: { reason: 'spam', ...overrides } as never });

export async function queueOf(moderator: Member) {
  const cases: contract.ModerationCase[] = [];
  let page = await moderator.call(contract.listCases, { query: { limit: 100 } });
  for (;;) {
    cases.push(...page.body);
    if (page.next === undefined) return cases;
    page = await moderator.follow(page);
  }
}
export const caseOf = async (moderator: Member, subjectId: string, isAppeal = false) =>
  (await queueOf(moderator)).find((each) => each.subjectId === subjectId && each.isAppeal === isAppeal)!;
export const readCase = async (moderator: Member, id: string) =>
  (await moderator.call(contract.getCase, { params: { id } })).body;
export const claimCase = (moderator: Member, id: string) => moderator.call(contract.claimCase, { params: { id } });
export const handOverCase = (moderator: Member, id: string, to: string) =>
  moderator.call(contract.handOverCase, { params: { id }, body: { to, note: 'I know them.' } });
export const decideCase = async (moderator: Member, id: string, body: object) => {
  const response = await moderator.send('POST', `/api/moderation/queue/${id}/actions`, { body });
  return response.status === 204 ? 'done' : codeOf(response);
};
export const reportStatesOf = async (member: Member) =>
  (await member.call(listOwnReports, {})).body.map(({ state }) => state);
export const decisionsOf = async (member: Member) => (await member.call(contract.listOwnDecisions, {})).body;
/** Appeals against a decision about a member, by default the latest. Returns the case that another moderator sees. */
export async function appealOf(member: Member, moderator: Member, decisionId?: string) {
  const [latest] = await decisionsOf(member);
  const body = { decisionId: decisionId ?? latest!.id, text: 'Please look again.' };
  await member.call(contract.createAppeal, { body });
  return (await queueOf(moderator)).find((each) => each.isAppeal && each.member?.id === member.id)!;
}
export const messagesBetween = async (member: Member, other: Member) =>
  (await member.call(listMessages, { query: { userId: other.id } })).body.map(({ content, isRemoved }) => [
    content,
    isRemoved,
  ]);
export const removeAction = { action: 'remove', reason: 'spam' };
export const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
export const tomorrow = () => inDays(1);

/** Creates a reported post with its case, and two moderators with permission to decide it. */
export async function openScene(community: Community, role: Role = 'user') {
  const [author, reporter, manager, admin] = [
    await community.member({ role }),
    await community.member(),
    await community.member({ role: 'manager' }),
    await community.member({ role: 'admin' }),
  ];
  const postId = await share(author);
  await report(reporter, { subjectType: 'post', subjectId: postId });
  return { author, reporter, manager, admin, postId, id: (await caseOf(admin, postId)).id };
}
