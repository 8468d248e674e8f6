/** How far an upload has come, then that the server is at work on it. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  const text = percent < 100 ? `Uploading, ${percent} %` : 'Preparing your photo...';
  return (
    <div className="flex flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-xs text-muted tabular-nums">{text}</p>
    </div>
  );
}
