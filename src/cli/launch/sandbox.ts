import { localPortOrAnother } from './port.ts';
import { SupervisedProcess } from './supervised-process.ts';

export type SandboxPlace = { readonly root: string; readonly dataDir: string; readonly port: number };

/** The sandbox of the providers as a supervised process. */
export type Sandbox = { readonly url: string; readonly process: SupervisedProcess };

/**
 * Plans the sandbox on its port, or on a free one where another program has that; `process.start()` starts it. Work in
 * flight learns from look-ups what became of it, so one that dies comes back on the same port.
 */
export async function planSandbox(place: SandboxPlace, onSpawn: (pid: number | null) => void): Promise<Sandbox> {
  const { root, dataDir } = place;
  const port = await localPortOrAnother(place.port);
  if (port !== place.port) {
    console.error(`PROVIDER_PORT ${place.port} is taken; the sandbox of the providers uses ${port}.`);
  }
  const process = new SupervisedProcess(
    {
      name: 'The sandbox of the providers',
      root,
      file: 'src/cli/provider.ts',
      variables: { PROVIDER_PORT: String(port), DATA_DIR: dataDir },
    },
    onSpawn,
  );
  return { url: `http://127.0.0.1:${port}`, process };
}
