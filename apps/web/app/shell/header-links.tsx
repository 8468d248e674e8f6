import { ChevronDown } from 'lucide-react';
import { NavLink } from 'react-router';
import { classNames } from '../ui/class-names.ts';
import { HeaderMenuButton } from './header-menu-button.tsx';
import { eventsLink, headerLinks, type NavigationLink, resourceLinks } from './navigation.ts';

const linkClass =
  'inline-flex min-h-10 items-center gap-1 rounded-control px-2.5 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:bg-primary-soft hover:text-ink';

export function HeaderLinks() {
  return (
    <nav aria-label="Main" className="mr-auto hidden items-center xl:flex">
      {headerLinks.map((link) => (
        <HeaderLink key={link.to} link={link} />
      ))}
      <HeaderMenuButton
        align="start"
        trigger={
          <button type="button" className={classNames(linkClass, 'data-[state=open]:bg-primary-soft')}>
            Resources
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        }
        entries={resourceLinks}
      />
      <HeaderLink link={eventsLink} />
    </nav>
  );
}

function HeaderLink({ link }: { link: NavigationLink }) {
  return (
    <NavLink
      to={link.to}
      end={link.to === '/'}
      prefetch="intent"
      className={({ isActive }) => classNames(linkClass, isActive && 'text-primary')}
    >
      {link.label}
    </NavLink>
  );
}
