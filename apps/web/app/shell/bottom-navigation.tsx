import { NavLink } from 'react-router';
import { paths } from '../lib/paths.ts';
import { classNames } from '../ui/class-names.ts';
import { bottomLinks } from './navigation.ts';

export function BottomNavigation() {
  return (
    <nav
      aria-label="Quick links"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {bottomLinks.map(({ to, label, icon: Icon }) => (
          <li key={to} className="min-w-0 flex-auto">
            <NavLink
              to={to}
              end={to === paths.home}
              className={({ isActive }) =>
                classNames(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 px-0.5 text-xs font-semibold focus-visible:-outline-offset-2',
                  isActive ? 'text-primary' : 'text-muted',
                )
              }
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className="max-w-full truncate max-[22.5rem]:tracking-tight">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
