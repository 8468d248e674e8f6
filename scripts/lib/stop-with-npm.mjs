// Ends this process in order when npm, which started it, is gone: a kill -9 that hits npm alone reaches nobody else, and
// the server, an installation or a build would go on unseen. Plain JavaScript, because it is loaded before the packages
// are there.
const checkEveryMs = 500;

if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkEveryMs);
  timer.unref();
}
