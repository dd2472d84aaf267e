"""Every layout of judgments, its ambiguities, and refused input."""

import json

import pytest

import core
from core.errors import ComparisonError
from core.readers import Upload


def read(*files, **options):
    return core.read_preferences(*[Upload(name, text.encode()) for name, text in files], **options)


def judged(data):
    """Each judgment as (item, first, second, verdict, judge, order known)."""
    columns = (data.item, data.first, data.second, data.verdict, data.judge, data.ordered)
    return [
        (data.items[i], data.names[a], data.names[b], int(v), data.judges[j], bool(known))
        for i, a, b, v, j, known in zip(*columns, strict=True)
    ]


def lines(*records):
    return "\n".join(map(json.dumps, records))


def test_an_arena_table_with_many_pairs():
    text = "question_id,model_a,model_b,winner,judge\n" + "\n".join(
        ["q1,gpt,llama,model_a,u1", "q1,llama,gpt,LLaMA,u2", "q2,gpt,rules,tie,u1", "q3,gpt,llama,tie (bothbad),u3"]
    )
    data = read(("arena.csv", text))
    assert judged(data) == [
        ("q1", "gpt", "llama", 1, "u1", True), ("q1", "llama", "gpt", 1, "u2", True),
        ("q2", "gpt", "rules", 0, "u1", True), ("q3", "gpt", "llama", 0, "u3", True),
    ]  # fmt: skip
    two = read(("arena.csv", text), systems=("llama", "gpt"))
    assert two.names == ("llama", "gpt")
    assert (len(two), two.items) == (3, ("q1", "q3"))


@pytest.mark.parametrize("name", ["preferred", "Better", "preference", "verdict"])
@pytest.mark.parametrize("words", [("new", "old", "tie"), ("left", "right", "same"), ("[[A]]", "[[B]]", "[[C]]")])
def test_a_column_of_verdicts_under_another_name_holds_the_winners(name, words):
    rows = [f"q{i},new,old,{word}" for i, word in enumerate(words)]
    data = read(("votes.csv", "\n".join([f"id,left,right,{name}", *rows])))
    assert [verdict for _, _, _, verdict, *_ in judged(data)] == [1, -1, 0]
    assert f"The winners are those of column {name!r}." in data.notes


@pytest.mark.parametrize("columns", ["A,B", "Model A,Model B", "sys1,sys2", "left_model,right_model", "x,y"])
@pytest.mark.parametrize("words", ["A B Neither", "first second tie", "A>>B A<B A=B", "model_1 model_2 both"])
def test_two_columns_called_alike_but_for_the_side_hold_the_systems(columns, words):
    rows = [f"q{i},{'new,old' if i % 2 else 'old,new'},{words.split()[i % 3]}" for i in range(12)]
    data = read(("votes.csv", "\n".join([f"item,{columns},winner", *rows])))
    assert set(data.names) == {"old", "new"}
    assert [v if a == "old" else -v for _, a, _, v, *_ in judged(data)] == [1, 1, 0, -1, -1, 0] * 2


def test_winners_beside_losers_and_verdicts_in_words():
    lost = read(("games.csv", "item,winner,loser\nx,a,b\ny,b,a\nz,c,a\nw,a,c\nv,b,c\nu,c,b\n"))
    assert (lost.names, set(lost.verdict.tolist())) == (("a", "b", "c"), {1})
    tied = "item,model_0,model_1,winner,tie\nx,old,new,0,0\ny,new,old,1,0\nz,new,old,0,1\n"
    assert judged(read(("votes.csv", tied)))[1][1:4] == ("new", "old", -1)
    assert read(("votes.csv", tied)).verdict.tolist() == [1, -1, 0]
    named = "item,model_0,model_1,winner,draw\nx,gpt-0,gpt-1,gpt-1,1\ny,gpt-1,gpt-0,gpt-1,2\n"
    assert read(("votes.csv", named)).verdict.tolist() == [-1, 1]
    sides = "item,model_a,model_b,winner\n" + "".join(f"{i},A,C,{word}\n" for i, word in enumerate("ABB"))
    assert read(("votes.csv", sides)).verdict.tolist() == [1, -1, -1]
    ckpt = "item,model_a,model_b,winner\nx,1000,2000,A\ny,2000,1000,B\n"
    assert set(read(("votes.csv", ckpt)).names) == {"1000", "2000"}
    words = ("A is much better", "About the same", "B is slightly better")
    rows = "".join(f"{i},old,new,{word}\n" for i, word in enumerate(words))
    assert read(("votes.csv", f"item,model_a,model_b,preference\n{rows}")).verdict.tolist() == [1, 0, -1]


def test_columns_of_answers_are_no_systems():
    rows = "".join(f"q{i},text {i} of a,text {i} of b,{'AB'[i % 3 > 0]}\n" for i in range(12))
    assert read(("votes.csv", f"item,A,B,winner\n{rows}")).names == ("A", "B")
    short = "q,answer_a,answer_b,winner\nu,yes,no,A\nv,yes,yes,B\nw,no,yes,A\nx,no,no,B\n"
    assert read(("votes.csv", short)).names == ("A", "B")


def test_human_votes_by_name_of_several_judges():
    text = "question_id,model_1,model_2,turn,winner1,winner2,winner3\n81,a,b,1,a,model_2,tie\n81,a,b,2,model_1,none,b\n"
    data = read(("votes.csv", text))
    assert [(v, who) for _, _, _, v, who, _ in judged(data)] == [
        (1, "winner1"), (-1, "winner2"), (0, "winner3"), (1, "winner1"), (-1, "winner3"),
    ]  # fmt: skip
    assert data.items == ("81",)
    assert data.notes == ("1 judgment left out: the judge gave no verdict.",)


def test_fastchat_pairs_are_mapped_back_already():
    row = {"question_id": 81, "model_1": "a", "model_2": "b", "judge": ["gpt-4", "pair-v2"], "turn": 1}
    text = lines(
        row | {"g1_winner": "model_1", "g2_winner": "model_1"},
        row | {"turn": 2, "g1_winner": "tie", "g2_winner": "error"},
    )
    data = read(("gpt-4_pair.jsonl", text))
    # In the second order the second system was shown first.
    assert judged(data) == [
        ("81", "a", "b", 1, "gpt-4", True), ("81", "b", "a", -1, "gpt-4", True), ("81", "a", "b", 0, "gpt-4", True),
    ]  # fmt: skip


def test_alpaca_annotations_give_the_measured_systems_win_rate():
    rows = [
        {"instruction": f"do {i}", "output_1": "x", "generator_1": "base", "output_2": "y", "generator_2": "new",
         "annotator": "gpt4", "preference": preference}
        for i, preference in enumerate([2, 2.0, 1, 0, 1.5, None, 1.9998])
    ]  # fmt: skip
    data = read(("annotations.json", json.dumps(rows)))
    result = core.prefer(data)
    assert (result.systems, result.wins, result.ties, result.losses) == (("new", "base"), 3, 2, 1)
    assert any("left out: the annotator gave no preference" in note for note in data.notes)
    assert any("counted as the nearer one" in note for note in data.notes)


def test_alpaca_annotations_without_names():
    rows = [{"instruction": f"do {i}", "output_1": "x", "output_2": "y", "preference": 2} for i in range(3)]
    result = core.prefer(read(("annotations.json", json.dumps(rows))))
    assert (result.systems, result.wins) == (("output_2", "output_1"), 3)


def test_arena_hard_swaps_sides_in_the_second_game():
    games = [[("A>>B"), ("B>A")], [("B>>A"), ("A>>B")], [("A=B"), ("[[B>>A]]")], [("A>B"), None]]
    rows = [
        {"question_id": f"q{i}", "model": "new", "judge": "gpt-4", "games": [{"score": score} for score in pair]}
        for i, pair in enumerate(games)
    ]
    data = read(("new.jsonl", lines(*rows)))
    # Of the baseline, A in the first game and B in the second
    assert [v if a == "baseline" else -v for _, a, _, v, _, _ in judged(data)] == [1, 1, -1, -1, 0, 1, 1]
    result = core.prefer(data)
    assert (result.systems, result.wins, result.losses) == (("new", "baseline"), 2, 4)


def test_vicuna_reviews_as_text_or_as_lists():
    rows = [
        {"question_id": 1, "scores": "[8.0, 6.0]"},
        {"question_id": 2, "scores": [5, 7]},
        {"question_id": 3, "scores": [-1, -1]},
    ]
    data = read(("review.jsonl", lines(*rows)))
    assert [v for _, _, _, v, _, _ in judged(data)] == [1, -1]
    assert data.names == ("answer 1", "answer 2")


def test_two_score_columns_of_one_judge():
    data = read(("scores.csv", "id,old,new\na,3,4\nb,2.5,2.5\nc,1,0\n"))
    assert judged(data)[0][:4] == ("a", "old", "new", -1)
    assert data.verdict.tolist() == [-1, 0, 1]
    assert read(("scores.csv", "id,old,new,x\na,3,4,1\n"), systems=["new", "old"]).verdict.tolist() == [1]
    assert read(("scores.csv", "id,wer_old,wer_new\na,.3,.4\nb,.5,.1\n")).verdict.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("values", "swapped"),
    [("12", [0, 1]), ("01", [0, 1]), (["AB", "BA"], [0, 1]), (["a", "b"], [0, 1]), (["b", "a"], [1, 0])],
)
def test_an_order_column_says_which_system_was_shown_first(values, swapped):
    text = "item,model_1,model_2,winner,shown\n" + "".join(f"q1,a,b,a,{value}\n" for value in values)
    data = read(("judged.csv", text), order="shown")
    assert [(a, v) for _, a, _, v, _, _ in judged(data)] == [("b", -1) if swap else ("a", 1) for swap in swapped]


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("id,order,score_1,score_2\na,AB,3,4\nb,BA,2,5\n", "--order order"),
        ("id,swapped,winner\na,true,A\nb,false,B\n", "--order swapped"),
        ("id,inverted,winner\na,0,1\nb,1,2\n", "--order inverted"),
        ("id,flipped,winner\na,no,1\nb,yes,2\n", "--order flipped"),
        ("id,order,winner\na,normal,A\nb,reversed,B\n", "--order order"),
        ("id,prompt,model_a,model_b,winner\na,x,o,n,o\nb,x,n,o,o\n", "--item prompt) or (item='id', --item id"),
    ],
)
def test_sides_and_items_that_may_be_two_things_are_asked_for(text, option):
    with pytest.raises(ComparisonError) as caught:
        read(("judged.csv", text))
    assert option in str(caught.value)
    name, value = option.partition(")")[0].removeprefix("--").split()
    assert len(read(("judged.csv", text), **{name: value})) == 2


@pytest.mark.parametrize("text", [
    "id,order,old,new\na,AB,3,4\nb,BA,2,5\n",
    "id,order,score_1,score_2\na,1,3,4\nb,2,2,5\nc,3,2,5\n",
    "id,swapped,winner\na,true,old\nb,false,new\n",
    "id,left,winner\na,old,old\nb,new,new\n",
    "id,first_language,winner\na,en,1\nb,de,2\n",
    "id,position,winner\na,nurse,1\nb,doctor,2\n",
    "id,randomized,winner\na,yes,1\nb,yes,2\n",
    "id,order,model_a,model_b,winner\na,AB,o,n,o\nb,BA,n,o,o\n",
    "id,prompt,model_a,model_b,winner\na,x,o,n,o\na,y,n,o,o\n",
])  # fmt: skip
def test_what_is_like_them_is_read(text):
    assert len(read(("judged.csv", text))) == len(text.split()) - 1


@pytest.mark.parametrize(("column", "cells"), [
    ("randomised", "no yes"), ("left", "old new"), ("first_model", "old new"), ("shown_first", "old new"),
    ("order", "old_first new_first"), ("order", '"old,new" "new,old"'), ("order", "as_is swap"), ("switched", "on off"),
])  # fmt: skip
def test_sides_that_may_change_are_refused(column, cells):
    one, other = cells.split()
    rows = f"a,{one},1\nb,{other},2\nc,{other},2\n"
    with pytest.raises(ComparisonError, match=f"column '{column}' may say that the systems change sides"):
        read(("judged.csv", f"id,{column},winner\n{rows}"))
    systems = rows.replace("\n", ",old,new\n")
    assert len(read(("judged.csv", f"id,{column},winner,model_a,model_b\n{systems}"))) == 3
    assert len(read(("judged.csv", f"id,{column},winner\n{rows.replace(other, one)}"), systems=["1", "2"])) == 3


def test_yes_says_that_sides_were_swapped():
    data = read(("judged.csv", "id,flipped,winner\na,no,A\nb,yes,B\n"), order="flipped")
    assert [(first, verdict) for _, first, _, verdict, _, _ in judged(data)] == [("A", 1), ("B", 1)]


def test_people_who_judge_have_several_names():
    for name in ("user", "worker_id", "participant", "email", "session_uuid"):
        assert read(("a.csv", f"id,{name},model_a,model_b,winner\nx,u,o,n,o\nx,v,o,n,n\n")).judges == ("u", "v")


def test_flags_of_the_winner():
    head = "id,model_a,model_b,winner_model_a,winner_model_b,winner_tie\n"
    assert read(("train.csv", head + "1,a,b,1,0,0\n2,a,b,0,1,0\n3,a,b,0,0,1\n")).verdict.tolist() == [1, -1, 0]
    with pytest.raises(ComparisonError, match="line 2: one of winner_model_a"):
        read(("train.csv", head + "1,a,b,1,1,0\n"))


def test_files_are_joined_on_the_item():
    rows = "question_id,model_1,model_2,winner\nq1,{},base,model_1\n"
    data = read(("a.csv", rows.format("a")), ("b.csv", rows.format("b")))
    assert (data.items, data.names) == (("q1",), ("a", "base", "b"))


HEAD = "question_id,model_1,model_2,winner,judge\nq1,a,b,a,x\n"


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (HEAD + "q2,a,b,gpt-5,x\n", {}, r"votes.csv, line 3: the winner 'gpt-5' is neither 'a' nor 'b': write one of"),
        (HEAD + "q2,a,b,,x\n", {}, "line 3: no winner: write a system, or tie, or none"),
        (HEAD + "q2,a,b,a,\n", {}, "line 3: nothing in column 'judge'"),
        (HEAD + ",a,b,a,x\n", {}, "line 3: nothing in column 'question_id'"),
        (HEAD + "q2,a,,a,x\n", {}, "line 3: a judgment needs two systems"),
        (HEAD + "q2,a,b,0,x\n", {}, "line 3: the winner '0' is neither"),
        (HEAD, {"judge": "who"}, "has no column 'who': choose among"),
        (HEAD, {"order": "judge"}, "line 2: the order 'x' must be 1 or 2, AB or BA"),
        (HEAD, {"systems": ["a", "c"]}, "No judgment names the system 'c': choose among 'a', 'b'"),
        (HEAD, {"systems": ["a", "a"]}, "must be different names"),
        ("question_id,model_1,model_2,winner\nq1,a,b,none\n", {}, "No judgment is left to compare: 1 judgment"),
        ("id,text\nq1,hello\n", {}, "need two columns of systems"),
        ("id,winner\nq1,a\nq2,b\nq3,c\n", {}, "name the two systems"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_a_sentence(text, options, said):
    with pytest.raises(ComparisonError, match=said):
        read(("votes.csv", text), **options)


def test_a_row_that_holds_both_orders_takes_no_order_column():
    row = {"question_id": 1, "model_1": "a", "model_2": "b", "g1_winner": "model_1", "g2_winner": "model_1", "o": 1}
    with pytest.raises(ComparisonError, match="holds both orders in each row: leave order='o' out"):
        read(("pairs.jsonl", lines(row, row)), order="o")


def test_winners_alone_name_two_systems():
    data = read(("votes.csv", "id,winner\nq1,old\nq2,tie\nq3,new\n"))
    assert (data.names, data.verdict.tolist(), data.ordered.any()) == (("old", "new"), [1, 0, -1], False)
