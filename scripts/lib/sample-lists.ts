import type { Member } from '../../e2e/support/member.ts';
import { sendRequest } from '../../e2e/support/members.ts';

const people = [
  [
    'Wren',
    'Field',
    'A friend who is a member told me about you. I would like to read for a while before I say anything.',
  ],
  [
    'Maximiliana-Theodora',
    'Wolfeschlegelsteinhausen',
    'Hello.\n\nI look after my mother, and seldom get out of the house.',
  ],
  ['Ben', 'Lund', undefined],
  ['Ines', 'Okoye', 'Is there a place for somebody who works at night?'],
] as const;

/** Adds people to the waitlist and the book list, and invites one of them. */
export async function fillSampleLists(admin: Member): Promise<void> {
  const entries: { id: string }[] = [];
  for (const [firstName, lastName, message] of people) {
    const email = `${firstName}.${lastName}@example.org`.toLowerCase();
    const response = await sendRequest(admin, 'POST', '/api/waitlist', { firstName, lastName, email, message });
    entries.push((await response.json()) as { id: string });
    await sendRequest(admin, 'POST', '/api/book-notifications', { firstName, lastName, email });
  }
  await sendRequest(admin, 'POST', '/api/waitlist/admin/invitations', { id: entries[0]?.id });
  await fillIntegrations(admin);
}

/** Adds API tokens and webhooks. `.invalid` has no address, so the test message fails. */
async function fillIntegrations(admin: Member): Promise<void> {
  const tokens = [
    { name: 'Dashboard in the lobby', scopes: ['statistics:read'], days: 365 },
    { name: 'Website: upcoming events', scopes: ['events:read', 'content:read'], days: 90 },
  ];
  for (const token of tokens) await sendRequest(admin, 'POST', '/api/admin/api-tokens', token);
  const webhooks = [
    { description: '', url: 'https://hooks.invalid/a', events: ['meditation.published'] },
    { description: 'Team chat', url: 'https://chat.invalid/b', events: ['report.opened', 'backup.failed'] },
  ];
  for (const body of webhooks) {
    const response = await sendRequest(admin, 'POST', '/api/admin/webhooks', body);
    const { webhook } = (await response.json()) as { webhook: { id: string } };
    await sendRequest(admin, 'POST', `/api/admin/webhooks/${webhook.id}/test`, {});
  }
}
