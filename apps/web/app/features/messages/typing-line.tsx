import type { MemberSummary } from '@commons/contract/members';
import { useIsTyping } from './typing.ts';

/** Keeps its room while nobody types, so that its coming and going moves nothing. */
export const TypingLine = ({ member, isShown }: { member: MemberSummary; isShown: boolean }) => {
  const isTyping = useIsTyping(member.id) && isShown;
  return (
    <p role="status" className="h-6 truncate px-4 text-xs text-muted">
      {isTyping && <span className="animate-arrive">{member.firstName || member.displayName} is typing</span>}
    </p>
  );
};
