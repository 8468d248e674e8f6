import type { MemberSummary } from '@commons/contract/members';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { MemberFace } from './member-face.tsx';

type ChatHeaderProps = { member: MemberSummary; isOnline: boolean; children: ReactNode };

export const ChatHeader = ({ member, isOnline, children }: ChatHeaderProps) => (
  <header className="flex min-h-16 items-center gap-3 border-b border-line px-2 py-2 md:px-4">
    <Link
      to={paths.messages}
      aria-label="Back to conversations"
      title="Back to conversations"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink md:hidden"
    >
      <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
    <MemberFace member={member} isOnline={isOnline} />
    <div className="min-w-0 flex-1">
      <h2 className="truncate text-lg leading-tight" dir="auto">
        <Link to={paths.member(member.id)} className="rounded-small underline-offset-4 hover:underline">
          {member.displayName}
        </Link>
      </h2>
      <p className="truncate text-xs text-muted">{isOnline ? 'Online' : (member.title ?? 'Community Member')}</p>
    </div>
    {children}
  </header>
);
