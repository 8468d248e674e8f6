import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { NavigationLink } from './navigation.ts';

type MenuLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { link: NavigationLink };

/** A link as a menu's item: the menu passes its own attributes down. */
export function MenuLink({ link: { to, label, icon: Icon }, ...rest }: MenuLinkProps) {
  return (
    <Link to={to} {...rest}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </Link>
  );
}
