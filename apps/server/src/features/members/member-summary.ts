import type { MemberSummary } from '@commons/contract/members';
import { users } from './users.tables.ts';

/** The columns a query selects to show a member as an author. */
export const memberColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  title: users.title,
};

type MemberRow = Omit<MemberSummary, 'displayName'> & { email: string };

/** A member as others see them; the email stays behind, but for the part that may have to stand for a name. */
export function toMemberSummary({ id, email, firstName, lastName, profileImageUrl, title }: MemberRow): MemberSummary {
  const fullName = `${firstName} ${lastName}`.trim();
  const displayName = fullName || email.split('@', 1)[0] || 'Anonymous';
  return { id, displayName, firstName, lastName, profileImageUrl, title };
}
