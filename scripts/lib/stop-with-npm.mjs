// Ends this process gracefully when npm, its parent, is gone. A kill -9 of npm does not reach its children, so the
// server, an installation or a build would keep running. Plain JavaScript, because it is loaded before the packages are
// installed.
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
