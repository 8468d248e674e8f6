import { concernCalls } from '@commons/contract/concerns/calls';
import { moderationCalls } from '@commons/contract/moderation/calls';
import type { Decision, ModerationCaseDetails } from '@commons/contract/moderation/schemas';
import { reportCalls } from '@commons/contract/reports/calls';
import type { Report } from '@commons/contract/reports/schemas';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, networkFailure, problem, reply, requestsOf } from '../../../test/api.ts';
import {
  ana,
  button,
  dialog,
  expectFocus,
  focus,
  manager,
  newId,
  renderScreen,
  toast,
  tom,
  viewer,
} from '../../../test/screen.tsx';
import { catchUpAll } from '../../lib/live.ts';
import { live as reportsLive } from '../reports/live.ts';
import ReportsScreen from '../reports/reports-screen.tsx';
import { CasePanel } from './case-panel.tsx';
import DecisionsScreen from './decisions-screen.tsx';
import ModerationScreen from './moderation-screen.tsx';

const createdAt = viewer.createdAt;
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();

const decisionOf = (fields: Partial<Decision> = {}): Decision => ({
  id: newId(),
  action: 'remove',
  subjectType: 'post',
  reason: 'be_kind',
  note: null,
  quotes: [],
  until: null,
  createdAt,
  isNew: false,
  appeal: null,
  appealUntil: inAMonth,
  ...fields,
});

const statement = () => dialog().getByLabelText('What should they know?');
const openAppeal = () => button('Appeal').click();

test('an appeal draft survives closing, failures and a reload, until it is sent or canceled', async () => {
  const decision = decisionOf();
  reply(moderationCalls.listOwnDecisions, [decision]);
  reply(moderationCalls.seeDecisions, undefined);
  let { leave } = await renderScreen(<DecisionsScreen />);
  const reopen = async () => {
    await leave();
    ({ leave } = await renderScreen(<DecisionsScreen />));
  };
  const expectDraft = async () => {
    await openAppeal();
    await expect.element(statement()).toHaveValue('I meant sugar.');
  };
  await openAppeal();
  await statement().fill('Not this');
  await button('Cancel', dialog()).click();
  await openAppeal();
  await expect.element(statement()).toHaveValue('');
  await statement().fill('I meant sugar.');
  const closeActions = [() => userEvent.keyboard('{Escape}'), () => button('Close', dialog()).click()];
  for (const close of closeActions) {
    await close();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectDraft();
  }
  await reopen();
  await expectDraft();

  const finish = holdReply(moderationCalls.createAppeal);
  await button('Send Appeal', dialog()).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  finish(problem(500));
  await expect.element(toast()).toMatchTextContent('Your appeal could not be sent.');
  await expectDraft();

  // The server stores the appeal, but its response is lost. The list then shows it.
  reply(moderationCalls.createAppeal, networkFailure);
  await button('Send Appeal', dialog()).click();
  await expect.element(dialog()).toMatchTextContent('could not be reached');
  const appeal = { text: 'I meant sugar.', outcome: null, answer: null, decidedAt: null, isRestored: false, createdAt };
  reply(moderationCalls.listOwnDecisions, [{ ...decision, appeal, appealUntil: null }]);
  await reopen();
  await expect.element(page.getByText('Another moderator will review it.')).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).not.toContain('sugar');
});

const caseOf = (fields: Partial<ModerationCaseDetails> = {}): ModerationCaseDetails => ({
  id: newId(),
  subjectType: 'post',
  subjectId: newId(),
  member: tom,
  isHeld: false,
  isAppeal: false,
  reportsCount: 1,
  reason: 'harassment',
  createdAt,
  dueAt: inAMonth,
  isOpened: true,
  needsAdmin: false,
  claim: { moderator: ana, until: inAMonth },
  reports: [],
  around: [],
  version: 'first',
  handOverNote: null,
  memberState: { role: 'user', isFlagged: false, joinedAt: createdAt, decisions: [] },
  appeal: null,
  can: { actions: ['dismiss', 'remove', 'suspend'], hindrance: null },
  ...fields,
});

async function renderCase(details = caseOf()) {
  reply(moderationCalls.getCase, details);
  reply(moderationCalls.listModerators, []);
  reply(moderationCalls.decideCase, undefined);
  await renderScreen(<CasePanel id={details.id} ref={createRef()} onDone={() => undefined} />, { member: manager });
}
const decide = (name: string) => button(name).click();
const decisionsSent = () => requestsOf(moderationCalls.decideCase);

test('a suspension asks for confirmation before it decides a case', async () => {
  await renderCase();
  await page.getByText('Suspend the member', { exact: true }).click();
  await page.getByLabelText('Guideline').selectOptions('Be kind, or be quiet for a while');
  await decide('Suspend the member');
  const confirmation = page.getByRole('alertdialog');
  await expect.element(confirmation).toMatchTextContent('Suspend Tom Lund?');
  await expectFocus(button('Cancel', confirmation));
  await userEvent.keyboard('{Enter}');
  await expect.element(confirmation).not.toBeInTheDocument();
  expect(decisionsSent()).toEqual([]);
  await decide('Suspend the member');
  await button('Suspend', confirmation).click();
  await expect.poll(() => decisionsSent().length).toBe(1);
});

test('a decision with a lost response keeps its note, and a retry has the same idempotency key', async () => {
  await renderCase();
  await page.getByText('Take it down', { exact: true }).click();
  await page.getByLabelText('Guideline').selectOptions('Be kind, or be quiet for a while');
  await page.getByLabelText('Message to the member').fill('Please say it another way.');
  reply(moderationCalls.decideCase, networkFailure);
  await decide('Take it down');
  await expect.element(page.getByRole('alert')).toMatchTextContent('could not be reached');
  await expect.element(page.getByLabelText('Message to the member')).toHaveValue('Please say it another way.');
  reply(moderationCalls.decideCase, undefined);
  await focus(button('Take it down'));
  await userEvent.keyboard('{Enter}');
  await expect.element(toast()).toMatchTextContent('Taken down');
  const keys = decisionsSent().map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

const renderQueue = (path: string) =>
  renderScreen(<ModerationScreen />, { path, pattern: '/moderation/:id?', member: manager });

test('an empty queue tells when the last case was closed', async () => {
  reply(concernCalls.listConcerns, []);
  reply(moderationCalls.listCases, []);
  const lastClosedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  reply(moderationCalls.countCases, { count: 0, lastClosedAt });
  await renderQueue('/moderation');
  await expect.element(page.getByRole('heading', { name: 'All caught up' })).toBeVisible();
  await expect.element(page.getByText('The last case was closed about 3 hours ago.')).toBeVisible();
});

test('the open case leads to the next and the previous case', async () => {
  const cases = [caseOf(), caseOf({ claim: null }), caseOf({ claim: null })];
  reply(concernCalls.listConcerns, []);
  reply(moderationCalls.listCases, cases);
  reply(moderationCalls.getCase, cases[1]!);
  const { url } = await renderQueue(`/moderation/${cases[1]!.id}`);
  await expect.element(page.getByText('Case 2 of 3')).toBeVisible();
  await page.getByRole('link', { name: 'Next case' }).click();
  await expect.element(page.getByText('Case 3 of 3')).toBeVisible();
  expect(url()).toBe(`/moderation/${cases[2]!.id}`);
  await expect.element(page.getByRole('link', { name: 'Next case' })).not.toBeInTheDocument();
});

test('a report about unchanged content shows the content once', async () => {
  const quote = { title: null, content: 'Buy mine', link: null, photoUrl: null, photos: [], options: [], createdAt };
  const reports = [{ id: newId(), reason: 'spam' as const, note: null, createdAt, quotes: [quote] }];
  await renderCase(caseOf({ reports, around: [{ ...quote, author: tom, isSubject: true }] }));
  await expect.element(page.getByText('The content has not been changed since the last report.')).toBeVisible();
  expect(page.getByText('Buy mine').elements()).toHaveLength(1);
});

test('a reporter sees the progress of a report, also if it changed before the page was live', async () => {
  const report: Report = {
    id: newId(),
    subjectType: 'post',
    subjectId: newId(),
    reason: 'spam',
    note: null,
    state: 'received',
    createdAt,
  };
  reply(reportCalls.listOwnReports, [report]);
  await renderScreen(<ReportsScreen />, { live: reportsLive });
  const entry = page.getByRole('main').getByRole('listitem');
  await expect.element(entry).toMatchTextContent('Received');
  reply(reportCalls.listOwnReports, [{ ...report, state: 'looked_at' }]);
  catchUpAll({ isReconnect: false });
  await expect.element(entry).toMatchTextContent('Reviewed');
});
