/// Questions in data: what a lab's text shows and what its exercises expect, answered by the solvers.
///
///     {"call": "serve", "request": {"model": "$model", "hardware": "H100"}, "field": "itl_s"}   a field of a result
///     {"call": "hardware", "request": {"id": "H100"}, "field": "unit_cost_usd"}                 a field of the
///     registry
///     {"divide": [Q, Q]}, {"subtract": [Q, Q]}, {"multiply": [Q, Q]}                            arithmetic on numbers
///     {"largest": {"A": Q, "B": Q}}, {"smallest": {…}}                                          the name of an extreme
///     {"first": {"variable": "batch", "values": [1, 2, …], "where": Q, "below": 2}}             the first value that
///     does
///                                             {"from": 1, "to": "$last"} as "values" is a range in steps of one
///     {"compare": Q, "below": x, "then": "yes", "else": "no"}                                   a choice by a number
///     3, "text", "$model"                                                                       itself, or a variable
///
/// A text "$name" anywhere in a query stands for the variable of that name; {"let": {"p": "int4"}, "in": Q} sets one.
/// A variable may hold a request, or a query, which is asked where its name stands for one; names in it are looked up
/// where it is used: {"let": {"p": "int4"}, "in": "$itl"}, where itl is
/// {"call": "serve", "request": {…, "precision": "$p"}, "field": "itl_s"}.
/// Fields of list items are reached by index: "devices.0.id". `first` answers null when no value does.
#pragma once

#include "json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

/// The answer: a number, a name, true or false, or null. Errors: those of the calls, and a query of no known form, with
/// `field` the dotted path into the query.
Expected<Json> answer_query(const Json& query, const Json& variables, const Registry& registry);

/// The call `query`: {"query": Q, "variables"?: {…}} gives {"value": …}.
Expected<Json> query_json(const Json& request, const Registry& registry);

}  // namespace ridgepoint
