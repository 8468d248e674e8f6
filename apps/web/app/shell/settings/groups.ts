import { Bell, EyeOff, FolderDown, Info, KeyRound, type LucideIcon, SunMoon, UserRound } from 'lucide-react';
import { paths, type SettingsGroupName } from '../../lib/paths.ts';

export type SettingsGroup = { to: string; label: string; text: string; icon: LucideIcon; isSavedAtOnce: boolean };

const group = (
  name: SettingsGroupName,
  label: string,
  icon: LucideIcon,
  text: string,
  { isSavedAtOnce = false } = {},
): SettingsGroup => ({ to: paths.settingsOf(name), label, icon, text, isSavedAtOnce });

const savedAtOnce = { isSavedAtOnce: true };

/** The first group is also shown at `/settings`, beside the list. */
export const settingsGroups: readonly [SettingsGroup, ...SettingsGroup[]] = [
  group('privacy', 'Profile and privacy', UserRound, 'The parts of you that others see.', savedAtOnce),
  group('notifications', 'Notifications and messages', Bell, 'Bell, emails, quiet hours, chats.', savedAtOnce),
  group('display', 'Display and keyboard', SunMoon, 'Light or dark, and text size.', savedAtOnce),
  group('muted', 'Muted and blocked', EyeOff, 'Words and members you hide.', savedAtOnce),
  group('account', 'Account and security', KeyRound, 'Email, password and devices.'),
  group('data', 'Breaks and your data', FolderDown, 'Pause, download or leave.'),
  group('about', 'Reports and guidelines', Info, 'Reports, decisions, guidelines.'),
];
