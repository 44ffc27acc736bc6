"""Calls the name in its argument once for each line of standard input:
  {"id": 1, "timeout": 30, "wait": false, "path": "/package.Service/Method", "headers": [["name", "value"]]}
and prints which Pod answered, or why none did:
  {"id": 1, "code": 0, "pod": "a", "message": ""}
"""

import json
import sys
import threading

import grpc
import grpc.experimental

printing = threading.Lock()


def answer(request_id, call):
    metadata = dict(call.initial_metadata()) if call.code() == grpc.StatusCode.OK else {}
    line = json.dumps({
        "id": request_id, "code": call.code().value[0], "pod": metadata.get("pod", ""), "message": call.details() or "",
    })
    with printing:
        print(line, flush=True)


def main():
    # TLS if the xDS server requires it. Without the fallback, it is always TLS.
    credentials = grpc.xds_channel_credentials(grpc.experimental.insecure_channel_credentials())
    channel = grpc.secure_channel("xds:///" + sys.argv[1], credentials)
    print(json.dumps({"id": 0}), flush=True)  # ready
    for line in sys.stdin:
        request = json.loads(line)
        headers = [(name, value.encode() if name.endswith("-bin") else value) for name, value in request["headers"] or []]
        call = channel.unary_unary(request["path"]).future(
            b"", timeout=request["timeout"], wait_for_ready=request["wait"], metadata=headers)
        call.add_done_callback(lambda done, request_id=request["id"]: answer(request_id, done))


main()
