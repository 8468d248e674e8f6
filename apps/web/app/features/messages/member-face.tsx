import type { MemberSummary } from '@commons/contract/members';
import { Avatar } from '../../ui/avatar.tsx';

/** An avatar with a dot while the member is here. */
export const MemberFace = ({ member, isOnline }: { member: MemberSummary; isOnline: boolean }) => (
  <span className="relative inline-flex shrink-0">
    <Avatar id={member.id} name={member.displayName} imageUrl={member.profileImageUrl} />
    {isOnline && (
      <span
        aria-hidden="true"
        className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-ok forced-color-adjust-none"
      />
    )}
  </span>
);
