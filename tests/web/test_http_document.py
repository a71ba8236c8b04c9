"""The OpenAPI document is true: schemathesis asks by it what it allows and what not."""

from __future__ import annotations

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from serving import Server

from pokerlogic.web.document import document
from pokerlogic.web.fields import OPERATIONS

SCHEMA = schemathesis.openapi.from_dict(document())
ADDRESSES = [
    (path, method, mode)
    for path, ways in document()["paths"].items()
    for method, told in ways.items()
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    # Where nothing is asked for nothing can be wrong.
    if mode is GenerationMode.POSITIVE or told.keys() & {"parameters", "requestBody"}
]


@pytest.mark.parametrize(("path", "method", "mode"), ADDRESSES)
def test_what_the_document_says(
    server: Server, path: str, method: str, mode: GenerationMode
) -> None:
    operation = SCHEMA[path][method.upper()]
    statuses = set()
    # A text that fits the document can still be no table; 413 is no answer that is known to it.
    others = [positive_data_acceptance, negative_data_rejection]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: schemathesis.Case) -> None:
        answer = case.call_and_validate(base_url=server.address, excluded_checks=others)
        statuses.add(answer.status_code)

    ask()
    assert statuses and max(statuses) < 500
    if mode is GenerationMode.NEGATIVE:
        assert statuses <= {400, 404, 413, 415, 422}


def test_every_field_is_in_it(client: httpx.Client) -> None:
    told = client.get("/openapi.json").json()
    assert told == document()
    assert {one.path for one in OPERATIONS} < set(told["paths"])
    body = told["paths"]["/api/rule"]["post"]["requestBody"]["content"]["application/json"]
    fields = set(body["schema"]["properties"])
    assert fields == {"table", "books", "event", "every_reading", "over", "readings", "lang"}
