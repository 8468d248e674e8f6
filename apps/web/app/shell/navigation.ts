import {
  Award,
  Bell,
  BookOpen,
  CalendarDays,
  Flower2,
  Headphones,
  HeartHandshake,
  House,
  Leaf,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  ShieldCheck,
  Sparkles,
  UserRound,
} from 'lucide-react';
import { paths } from '../lib/paths.ts';

export type NavigationLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** A page outside the application. */
  isDocument?: true;
};

const feed: NavigationLink = { to: paths.home, label: 'Community Feed', icon: House };
const meditations: NavigationLink = { to: paths.meditations, label: 'Meditations', icon: Flower2 };
const events: NavigationLink = { to: paths.events, label: 'Events', icon: CalendarDays };

export const notificationsLink: NavigationLink = { to: paths.notifications, label: 'Notifications', icon: Bell };
export const messagesLink: NavigationLink = { to: paths.messages, label: 'Messages', icon: MessageCircle };

export const resourceLinks: readonly NavigationLink[] = [
  { to: paths.books, label: 'Books', icon: BookOpen },
  { to: paths.podcasts, label: 'Podcasts', icon: Headphones },
];

export const selfHelpLink: NavigationLink = {
  to: paths.selfHelp,
  label: 'Self-Help Library',
  icon: HeartHandshake,
  isDocument: true,
};

export const headerLinks: readonly NavigationLink[] = [
  feed,
  meditations,
  { to: paths.journalPrompts, label: 'Journal Prompts', icon: NotebookPen },
];

export const eventsLink = events;

export const adminLink: NavigationLink = { to: paths.admin, label: 'Admin Panel', icon: ShieldCheck };

export const sidebarLinks: readonly NavigationLink[] = [
  feed,
  { to: paths.gratitudeWall, label: 'Gratitude Wall', icon: Leaf },
  { to: paths.wellnessWins, label: 'Wellness Wins', icon: Sparkles },
  { to: paths.leaderboard, label: 'Leaderboard', icon: Award },
  meditations,
  events,
  messagesLink,
];

export const bottomLinks: readonly NavigationLink[] = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.gratitudeWall, label: 'Gratitude', icon: Leaf },
  { to: paths.wellnessWins, label: 'Wellness', icon: Sparkles },
  { to: paths.leaderboard, label: 'Leaderboard', icon: Award },
  { to: paths.profile, label: 'Profile', icon: UserRound },
];

const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** False in an open chat, where the message field is at the bottom. */
export const hasBottomNavigation = (pathname: string) => !pathname.startsWith(`${paths.messages}/`);

/** Where there is no room beside these screens, the right rail is below them. */
export const hasRailBelow = (pathname: string) => pathname === paths.unanswered || isUnder(pathname, '/posts');

const screensWithRail: readonly string[] = [
  paths.home,
  paths.notifications,
  paths.points,
  paths.reports,
  paths.decisions,
];
export const hasRightRail = (pathname: string) => screensWithRail.includes(pathname) || hasRailBelow(pathname);

/** Chats have their own scroll area between header and message field, so the page does not scroll. */
export const fillsWindow = (pathname: string) => isUnder(pathname, paths.messages);

/** Pages about the community, for visitors and members. They are separate documents, so use `<a>`, not `<Link>`. */
export const aboutLinks = [
  { href: paths.guidelines, label: 'Community guidelines' },
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.accessibility, label: 'Accessibility' },
  { href: paths.reportConcern, label: 'Report a concern' },
] as const;
