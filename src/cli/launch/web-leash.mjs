// Loaded into the web process before anything else: when the launcher is gone, even by SIGKILL, the web process ends too,
// because nothing may remain that holds the port against the next start.

// As long as the launcher itself gives requests in flight at a SIGTERM.
const DRAIN_MS = 15_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
