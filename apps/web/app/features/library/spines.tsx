import { hashOf } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { clothOf } from '../../ui/drawn-cover.tsx';

const sizes = ['h-[78%] w-3', 'h-[90%] w-4', 'h-[70%] w-3', 'h-[84%] w-3.5'] as const;

/** Up to two drawn books beside a cover, seen from their backs. Those without room wrap out of sight. */
export const Spines = ({ title }: { title: string }) => {
  const bits = Math.trunc(hashOf(title) / 7);
  const count = [2, 1, 0, 2, 1][bits % 5] ?? 0;
  return (
    <span className="flex h-full min-w-0 flex-1 flex-wrap gap-x-1 overflow-hidden ps-1.5 forced-color-adjust-none">
      {Array.from({ length: count }, (_, index) => {
        const { cloth, edge } = clothOf(bits + index * 3);
        return (
          <span key={index} className="flex h-full items-end">
            <span
              className={classNames(
                'flex flex-col justify-between rounded-t-small py-3',
                cloth,
                sizes[(bits + index) % sizes.length],
              )}
            >
              <span className={classNames('h-1', edge)} />
              <span className={classNames('h-1', edge)} />
            </span>
          </span>
        );
      })}
    </span>
  );
};
