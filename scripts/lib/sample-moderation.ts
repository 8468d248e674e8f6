import type { ModerationCase } from '@commons/contract/moderation/schemas';
import type { Report } from '@commons/contract/reports/schemas';
import type { CommunityServer } from '../../e2e/support/community-server.ts';
import { createPerson, Member } from '../../e2e/support/member.ts';
import { idOf, request } from '../../e2e/support/members.ts';

type ReportSubject = { subjectType: Report['subjectType']; subjectId: string };

const aboutPost = (subjectId: string): ReportSubject => ({ subjectType: 'post', subjectId });

const report = (by: Member, subject: ReportSubject, reason: Report['reason'], note?: string) =>
  request(by, 'POST', '/api/reports', { ...subject, reason, ...(note !== undefined && { note }) });

async function decide(admin: Member, subjectId: string, body: object): Promise<void> {
  const cases = await request<ModerationCase[]>(admin, 'GET', '/api/moderation/queue?limit=100');
  const subjectCase = cases.find((each) => each.subjectId === subjectId);
  await request(admin, 'POST', `/api/moderation/queue/${subjectCase?.id}/actions`, body);
}

/**
 * Creates content for moderators: old and new reports, a post held for review, and an appeal. Amara has reported posts,
 * and one of hers was removed. Returns an open case.
 */
export async function fillSampleModeration(
  server: CommunityServer,
  admin: Member,
  { amara, hana, priya }: Record<'amara' | 'hana' | 'priya', Member>,
): Promise<ModerationCase> {
  const seller = await Member.join(server, createPerson('Gil', 'Marsh'));
  const advert = await seller.share('I cured my panic with one tea. Ten left, write to me for the price.');
  const tablets = await seller.share('Throw the tablets away, all of you. I did, and look at me now.');
  const amaraPost = await amara.share(
    'My neighbour, number 14, plays the trumpet again. I have his phone number if you want it.',
  );

  await report(amara, aboutPost(advert.id), 'spam');
  await decide(admin, advert.id, { action: 'remove', reason: 'spam', note: 'Selling has no place here.' });
  await report(amara, aboutPost(tablets.id), 'medical_misinformation', 'Somebody could believe it.');
  await report(hana, aboutPost(tablets.id), 'danger');
  await report(priya, { subjectType: 'member', subjectId: await idOf(seller) }, 'harassment', 'He writes every night.');
  await report(hana, aboutPost(amaraPost.id), 'other');
  await decide(admin, amaraPost.id, {
    action: 'remove',
    reason: 'keep_what_you_are_told',
    note: 'It was his to tell.',
  });

  const [decision] = await request<{ id: string }[]>(seller, 'GET', '/api/decisions');
  const text = 'It was a gift for friends, I will not ask for money again.';
  await request(seller, 'POST', '/api/appeals', { decisionId: decision?.id, text });
  await request(admin, 'PUT', `/api/admin/users/${await idOf(seller)}/flag`, { flagged: true });
  await seller.share('Nobody listens to me here, so I ask again: who wants tea?');

  const concern = { kind: 'guidelines', text: 'A post tells people how to sell tablets. My sister found it.' };
  await request(admin, 'POST', '/api/concerns', { ...concern, address: 'The post about tablets, last week' });
  await request(admin, 'POST', '/api/concerns', {
    kind: 'complaint',
    text: 'You took down my post about my own recovery, and I do not understand why.',
    name: 'Wilhelmina Featherstonehaugh-Cholmondeley',
    email: 'wilhelmina@mail.test',
  });

  const unanswered = await hana.share('Awake since four. The radiator ticks, the street is quiet. Is anybody else up?');
  const database = await server.database();
  // Moves the post three hours back. Its id contains the time as well. The search need not find it.
  const then = (Date.now() - 3 * 60 * 60 * 1000).toString(16).padStart(12, '0');
  await database.query("UPDATE posts SET id = $1, created_at = now() - interval '3 hours' WHERE id = $2", [
    `${then.slice(0, 8)}-${then.slice(8)}${unanswered.id.slice(13)}`,
    unanswered.id,
  ]);

  const cases = await request<ModerationCase[]>(admin, 'GET', '/api/moderation/queue?limit=100');
  const open = cases.find(({ subjectId }) => subjectId === tablets.id);
  if (!open) throw new Error('a report has no case');
  return open;
}
