"""Choosing a game and its house rules."""

from transitions import EventData

from firmware_host.flow.effects import Begin
from firmware_host.flow.state import FlowState
from firmware_host.view import IN_FORCE_A_PAGE
from rules import Game
from rules.record import Header


class NewGame(FlowState):
    """Callbacks of the screens before a game."""

    def has_values(self, _: EventData) -> bool:
        return self.setup.has_values

    def previous_value(self, _: EventData) -> None:
        self.setup = self.setup.changed(-1)

    def next_value(self, _: EventData) -> None:
        self.setup = self.setup.changed(+1)

    def next_row(self, _: EventData) -> None:
        self.setup = self.setup.next_row()

    def on_house_rules(self, _: EventData) -> bool:
        return self.setup.at == "house_rules"

    def on_others(self, _: EventData) -> bool:
        return self.setup.at == "others"

    def previous_switch(self, _: EventData) -> None:
        self.setup = self.setup.another_switch(-1)

    def next_switch(self, _: EventData) -> None:
        self.setup = self.setup.another_switch(+1)

    def change_switch(self, _: EventData) -> None:
        self.setup = self.setup.switched()

    def has_in_force(self, _: EventData) -> bool:
        return bool(self.setup.in_force)

    @property
    def in_force_pages(self) -> int:
        return -(-len(self.setup.in_force) // IN_FORCE_A_PAGE)

    def is_long_list(self, _: EventData) -> bool:
        return self.in_force_pages > 1

    def previous_in_force(self, _: EventData) -> None:
        self.page = (self.page - 1) % self.in_force_pages

    def next_in_force(self, _: EventData) -> None:
        self.page = (self.page + 1) % self.in_force_pages

    def begin(self, _: EventData) -> None:
        setup = self.setup
        names = [self.name_of(seat + 1) for seat in range(setup.players)]
        self.game = Game.new(setup.rules, names)
        header = Header(setup.name, tuple(names), dict(setup.options), setup.written)
        self.effects.append(Begin(header.to_json()))
