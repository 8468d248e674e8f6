import type { MemberSummary } from '@commons/contract/members';
import { Confirm } from '../../ui/confirm.tsx';
import { useBlockMember } from './requests.api.ts';

type BlockQuestionProps = {
  member: MemberSummary;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onBlocked: () => void;
};

export const BlockQuestion = ({ member, isOpen, onOpenChange, onBlocked }: BlockQuestionProps) => {
  const block = useBlockMember(member, onBlocked);
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Block ${member.displayName}?`}
      text="You will no longer see each other: no messages, no posts, no comments, no profile. They are not told, and you can take it back in Settings whenever you like."
      confirmLabel="Block"
      isDestructive
      isPending={block.isPending}
      onConfirm={() => block.mutate()}
    />
  );
};
