import type { Profile } from '@commons/contract/profiles';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ConnectButton } from '../connections/index.ts';
import { MemberMenu } from './member-menu.tsx';

export function MemberActions({ profile }: { profile: Profile }) {
  const isConnected = profile.connection === 'connected';
  return (
    <>
      <ConnectButton member={profile} state={profile.connection} isPrimary />
      {/* Once two are connected, to write is the one action of the view. */}
      <Link
        to={paths.conversation(profile.id)}
        className={isConnected ? `${buttonClass()} ml-2` : buttonClass('secondary')}
      >
        <MessageCircle size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>
          Message
          <span className="sr-only"> {profile.displayName}</span>
        </span>
      </Link>
      <MemberMenu profile={profile} />
    </>
  );
}
