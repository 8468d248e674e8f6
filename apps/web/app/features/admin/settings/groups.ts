import { type SettingGroup, settingGroups, settingNames, settingOf } from '@commons/contract/settings';
import {
  Archive,
  HardDrive,
  ImageUp,
  KeyRound,
  Landmark,
  Link2,
  type LucideIcon,
  Mail,
  MessageCircle,
  Palette,
  SlidersHorizontal,
  UserPlus,
} from 'lucide-react';
import { paths } from '../../../lib/paths.ts';

const descriptions: Record<SettingGroup, { label: string; text: string; icon: LucideIcon }> = {
  identity: { label: 'Name and look', text: 'Name, color, logo and icon.', icon: Palette },
  joining: { label: 'Joining', text: 'The people who can create an account.', icon: UserPlus },
  members: { label: 'New members', text: 'The choices that a new member starts with.', icon: MessageCircle },
  uploads: { label: 'Uploads', text: 'The largest pictures and sounds.', icon: ImageUp },
  mail: { label: 'Email', text: 'The server and the sender of emails.', icon: Mail },
  storage: { label: 'Storage', text: 'The place of pictures and sounds.', icon: HardDrive },
  'sign-in': { label: 'Sign-in', text: 'Second factor and OpenID.', icon: KeyRound },
  backups: { label: 'Backups', text: 'Destination, schedule and warning.', icon: Archive },
  pages: { label: 'Links and codes', text: 'App store, waitlist and book list.', icon: Link2 },
  operator: { label: 'Operator', text: 'The person or organisation behind the community.', icon: Landmark },
  updates: { label: 'This panel', text: 'Version check and setup list.', icon: SlidersHorizontal },
};

/** The groups in their order. */
export const groups = settingGroups.map((name) => ({
  name,
  to: paths.adminSettingsOf(name),
  settings: settingNames.filter((setting) => settingOf(setting).group === name),
  ...descriptions[name],
}));

export type Group = (typeof groups)[number];
