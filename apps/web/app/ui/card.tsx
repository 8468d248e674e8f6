import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li';
  isPadded?: boolean;
};

/** A card with a thin border. Only floating elements have a shadow. */
export function Card({ as = 'div', isPadded = true, className, ...rest }: CardProps) {
  const Element = as as 'div';
  return (
    <Element
      className={classNames('rounded-card border border-line bg-surface', isPadded && 'p-4 md:p-6', className)}
      {...rest}
    />
  );
}
