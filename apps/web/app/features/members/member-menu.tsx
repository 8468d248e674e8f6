import type { Profile } from '@commons/contract/profiles/schemas';
import { Ban, Flag, UserRoundX, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { EndConnection } from '../connections/index.ts';
import { ReportDialog } from '../reports/index.ts';
import { BlockConfirmation } from './block-confirmation.tsx';
import { useHide } from './hidden-members.api.ts';

/** Actions on a member: end the connection, mute, report or block. */
const MemberMenu = ({ profile, ...menu }: LazyMenuProps & { profile: Profile }) => {
  const [isBlocking, setIsBlocking] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const navigate = useNavigate();
  const hide = useHide(profile);
  const name = profile.displayName;
  return (
    <>
      <Menu {...menu}>
        {profile.connection === 'connected' && (
          <MenuItem icon={UserRoundX} onSelect={() => setIsEnding(true)}>
            End connection
          </MenuItem>
        )}
        <MenuItem
          icon={profile.isMuted ? Volume2 : VolumeX}
          isDisabled={hide.isPending}
          onSelect={() => hide.mutate(profile.isMuted ? 'unmuted' : 'muted')}
        >
          {profile.isMuted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Flag} onSelect={() => setIsReporting(true)}>
          Report
        </MenuItem>
        <MenuItem icon={Ban} isDestructive onSelect={() => setIsBlocking(true)}>
          Block
        </MenuItem>
      </Menu>
      {isReporting && (
        <ReportDialog
          subjectType="member"
          subjectId={profile.id}
          title={`Report ${name}`}
          member={profile}
          isOpen
          onOpenChange={setIsReporting}
        />
      )}
      <EndConnection member={profile} isOpen={isEnding} onOpenChange={setIsEnding} />
      <BlockConfirmation
        member={profile}
        isOpen={isBlocking}
        onOpenChange={setIsBlocking}
        onBlocked={() => void navigate(paths.home)}
      />
    </>
  );
};

export default MemberMenu;
