import { useEffect, useEffectEvent, useRef } from 'react';

/** Reports when this end of a scrolled list comes within reach. Mounted anew for each page, it reports again. */
export const NearEdge = ({ onNear }: { onNear: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onNear);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reach();
      },
      // A margin reaches into a scrolled element only when that is the root.
      { root: element.closest('[data-scroller]'), rootMargin: '600px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref} />;
};
