// Calls the name in its first argument, with the module of xDS in its second one, once for each line of standard input:
//   {"id": 1, "timeout": 30, "wait": false, "path": "/package.Service/Method", "headers": [["name", "value"]]}
// and prints which Pod answered, or why none did:
//   {"id": 1, "code": 0, "pod": "a", "message": ""}
'use strict';

const readline = require('node:readline');
const grpc = require('@grpc/grpc-js');
const xds = require(process.argv[3]);
xds.register();

// As in the documentation of Meshwork: TLS if the xDS server requires it.
const credentials = new xds.XdsChannelCredentials(grpc.credentials.createInsecure());
const client = new grpc.Client('xds:///' + process.argv[2], credentials);
const unchanged = (bytes) => bytes;

function call({ id, timeout, wait, path, headers }) {
  const metadata = new grpc.Metadata({ waitForReady: wait });
  for (const [name, value] of headers ?? []) {
    metadata.add(name, name.endsWith('-bin') ? Buffer.from(value) : value);
  }
  let pod = '';
  const answer = (error) => {
    const { code = grpc.status.OK, details = '' } = error ?? {};
    process.stdout.write(JSON.stringify({ id, code, pod, message: details }) + '\n');
  };
  client
    .makeUnaryRequest(path, unchanged, unchanged, Buffer.alloc(0), metadata, { deadline: Date.now() + timeout * 1000 }, answer)
    .on('metadata', (received) => { pod = received.get('pod').join(); });
}

console.log(JSON.stringify({ id: 0 })); // ready
readline.createInterface({ input: process.stdin })
  .on('line', (line) => call(JSON.parse(line)))
  .on('close', () => process.exit(0));
