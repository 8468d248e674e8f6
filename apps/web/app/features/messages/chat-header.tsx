import type { MemberSummary } from '@commons/contract/members';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useBackLink } from '../../lib/use-back-link.ts';
import { classNames } from '../../ui/class-names.ts';
import { HelpLink } from '../../ui/help-link.tsx';
import { AvatarWithPresence } from './conversation-list.tsx';

/**
 * Header of the right pane. On phones it replaces the application's header, which the frame then hides, so it has a
 * back link and the help link.
 */
export const ChatHeader = ({ children }: { children?: ReactNode }) => (
  <header
    data-own-header
    className={classNames(
      'flex min-h-14 flex-wrap items-center border-b border-line px-2 pt-[env(safe-area-inset-top)] md:min-h-16 md:px-4',
      children === undefined && 'md:hidden',
    )}
  >
    <Link
      to={paths.messages}
      // "Back" then leaves the messages instead of returning to the chat.
      replace
      onClick={useBackLink(paths.messages)}
      aria-label="Back to conversations"
      title="Back to conversations"
      className="-ms-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink md:hidden"
    >
      <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
    {children}
    <span className="ms-auto flex md:hidden">
      <HelpLink />
    </span>
  </header>
);

type ChatPartnerProps = { member: MemberSummary; isOnline: boolean };

/** The other member. The whole area links to their profile. */
export const ChatPartner = ({ member, isOnline }: ChatPartnerProps) => (
  // With text at twice its size, the help link wraps below the name.
  <div className="relative flex min-h-11 min-w-0 flex-1 basis-24 items-center gap-2 md:gap-3">
    <span className="flex max-[23rem]:hidden">
      <AvatarWithPresence member={member} isOnline={isOnline} />
    </span>
    <div className="min-w-0">
      <h2 className="line-clamp-2 text-base leading-tight wrap-anywhere md:text-lg" dir="auto">
        <Link
          to={paths.member(member.id)}
          className="underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-primary"
        >
          {member.displayName}
        </Link>
      </h2>
      {isOnline ? (
        <p className="text-xs text-muted">Online</p>
      ) : (
        <p className="truncate text-xs text-muted max-md:hidden">{member.title ?? 'Community Member'}</p>
      )}
    </div>
  </div>
);
