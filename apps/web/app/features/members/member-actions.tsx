import type { Profile } from '@commons/contract/profiles';
import { ConnectButton } from '../connections/index.ts';
import { MemberMenu } from './member-menu.tsx';

export function MemberActions({ profile }: { profile: Profile }) {
  return (
    <>
      <ConnectButton member={profile} state={profile.connection} isPrimary />
      <MemberMenu profile={profile} />
    </>
  );
}
