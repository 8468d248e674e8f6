import { Menu as MenuIcon } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { HeaderMenuButton } from './header-menu-button.tsx';
import { eventsLink, headerLinks, resourceLinks } from './navigation.ts';

const entries = [...headerLinks, ...resourceLinks, eventsLink];

/** The header's links where there is no room to lay them out. */
export function SectionsMenu() {
  return (
    <HeaderMenuButton
      trigger={<IconButton icon={MenuIcon} label="Sections" className="max-sm:size-10 xl:hidden" />}
      entries={entries}
    />
  );
}
