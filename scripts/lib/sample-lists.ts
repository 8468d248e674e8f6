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
}
