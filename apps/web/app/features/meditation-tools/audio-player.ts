const stepSecondsByKey: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

/** Example: "4:05". */
const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Replaces the browser's controls of each recording with those of `recording.tsx`. Only one plays at a time. */
export function enhancePlayers(): void {
  const players = [...document.querySelectorAll<HTMLElement>('[data-player]')];
  for (const player of players) enhance(player);
}

function enhance(player: HTMLElement): void {
  const audio = player.querySelector('audio');
  const controls = player.querySelector<HTMLElement>('[data-controls]');
  const button = player.querySelector('button');
  const slider = player.querySelector('input');
  const [elapsed, total] = player.querySelectorAll<HTMLElement>('[data-time] span');
  const status = player.querySelector('[role=status]');
  // The browser's controls stay if the recording is already playing.
  if (!audio || !controls || !button || !slider || !elapsed || !total || !status || !audio.paused) return;

  const showValueText = () =>
    slider.setAttribute('aria-valuetext', `${clockTime(slider.valueAsNumber)} of ${total.textContent}`);
  const showPosition = (seconds: number) => {
    slider.value = String(Math.floor(seconds));
    elapsed.textContent = clockTime(seconds);
    // Screen readers announce each change of a focused slider.
    if (document.activeElement !== slider) showValueText();
  };
  const seek = (seconds: number) => {
    const position = Math.min(Math.max(seconds, 0), Number(slider.max));
    audio.currentTime = position;
    showPosition(position);
    showValueText();
  };
  const showState = () => {
    player.toggleAttribute('data-playing', !audio.paused);
    button.setAttribute('aria-label', `${audio.paused ? 'Play' : 'Pause'} ${audio.getAttribute('aria-label')}`);
  };

  audio.addEventListener('durationchange', () => {
    if (!Number.isFinite(audio.duration)) return;
    slider.max = String(Math.floor(audio.duration));
    total.textContent = clockTime(audio.duration);
    showPosition(audio.currentTime);
  });
  audio.addEventListener('timeupdate', () => showPosition(audio.currentTime));
  for (const event of ['play', 'pause', 'ended']) audio.addEventListener(event, showState);
  audio.addEventListener('play', () => {
    status.textContent = '';
    for (const other of document.querySelectorAll('audio')) if (other !== audio) other.pause();
  });
  button.addEventListener('click', () => {
    if (!audio.paused) audio.pause();
    else
      audio.play().catch((error: unknown) => {
        // Pressed again before the recording had loaded.
        if (error instanceof DOMException && error.name === 'AbortError') return;
        status.textContent = 'This recording cannot be played right now. You can still download it.';
      });
  });
  slider.addEventListener('input', () => seek(slider.valueAsNumber));
  slider.addEventListener('keydown', (event) => {
    const step = stepSecondsByKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seek(audio.currentTime + step);
  });

  showPosition(audio.currentTime);
  showState();
  audio.hidden = true;
  controls.hidden = false;
}
