import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { LazyMenuProps } from '../ui/lazy-opening.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import type { NavigationLink } from './navigation.ts';

/** `narrowLinks` are shown below 1280 px, where the header has no links. */
type HeaderMenuEntry =
  | NavigationLink
  | { label: string; icon: LucideIcon; onSelect: () => void }
  | { narrowLinks: readonly NavigationLink[] }
  | 'separator';
type HeaderMenuProps = LazyMenuProps & { entries: readonly HeaderMenuEntry[]; align?: 'start' | 'end' };

/** A menu in the header, loaded on first use. */
export default function HeaderMenu({ entries, ...menu }: HeaderMenuProps) {
  return (
    <Menu {...menu}>
      {entries.map((entry, index) => {
        if (entry === 'separator') return <MenuSeparator key={index} />;
        if ('narrowLinks' in entry)
          return (
            // The style sheet knows the width at once. React knows it only after hydration.
            <div key={index} className="xl:hidden">
              {entry.narrowLinks.map((link) => (
                <LinkItem key={link.to} link={link} />
              ))}
              <MenuSeparator />
            </div>
          );
        return 'to' in entry ? (
          <LinkItem key={entry.label} link={entry} />
        ) : (
          <MenuItem key={entry.label} icon={entry.icon} onSelect={entry.onSelect}>
            {entry.label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

const LinkItem = ({ link }: { link: NavigationLink }) => (
  <MenuItem asChild>
    <MenuLink link={link} />
  </MenuItem>
);

type MenuLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { link: NavigationLink };

/** A link as a menu item. The menu passes its attributes down. */
function MenuLink({ link: { to, label, icon: Icon, isDocument }, ...rest }: MenuLinkProps) {
  return (
    <Link to={to} {...(isDocument ? { reloadDocument: true } : { prefetch: 'intent' })} {...rest}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </Link>
  );
}
