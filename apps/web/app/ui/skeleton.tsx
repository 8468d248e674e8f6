import { classNames } from './class-names.ts';

type SkeletonProps = { isRound?: boolean; className?: string };

/** One quiet block where content will be; its size comes from `className`. */
export function Skeleton({ isRound = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-breathe bg-line', isRound ? 'rounded-full' : 'rounded-small', className)}
    />
  );
}
