import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { PageTitle } from './page-title.tsx';

type ScreenHeaderProps = { title: string; lead: ReactNode; children?: ReactNode; className?: string };

/** The title of a screen, also in the browser's tab, a line about it, and its main action. */
export const ScreenHeader = ({ title, lead, children, className }: ScreenHeaderProps) => (
  <div className={classNames('flex flex-wrap items-end justify-between gap-4', className)}>
    <PageTitle>{title}</PageTitle>
    <div className="min-w-0">
      <h1 className="text-2xl wrap-anywhere">{title}</h1>
      <p className="mt-1 text-muted">{lead}</p>
    </div>
    {children}
  </div>
);
