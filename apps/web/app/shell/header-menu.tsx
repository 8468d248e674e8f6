import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import type { HeaderMenuProps } from './header-menu-button.tsx';
import { MenuLink } from './menu-link.tsx';

/** The menu behind a button of the header. Fetched with its first use. */
export default function HeaderMenu({ trigger, entries, align, isOpen, onOpenChange }: HeaderMenuProps) {
  return (
    <Menu trigger={trigger} align={align} isOpen={isOpen} onOpenChange={onOpenChange}>
      {entries.map((entry) => {
        if (entry === 'separator') return <MenuSeparator key="separator" />;
        return 'to' in entry ? (
          <MenuItem key={entry.label} asChild>
            <MenuLink link={entry} />
          </MenuItem>
        ) : (
          <MenuItem key={entry.label} icon={entry.icon} onSelect={entry.onSelect}>
            {entry.label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
